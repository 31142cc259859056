"""The packages of the JDK, and the public classes of those that programs use most (Java SE 17).

They tell a class that has no model from a misspelt one.
"""

from __future__ import annotations

from functools import cache

_PACKAGES = """
    java.applet java.awt java.awt.color java.awt.datatransfer java.awt.desktop java.awt.dnd java.awt.dnd.peer
    java.awt.event java.awt.font java.awt.geom java.awt.im java.awt.im.spi java.awt.image java.awt.image.renderable
    java.awt.peer java.awt.print java.beans java.beans.beancontext java.io java.lang java.lang.annotation
    java.lang.constant java.lang.instrument java.lang.invoke java.lang.management java.lang.module java.lang.ref
    java.lang.reflect java.lang.runtime java.math java.net java.net.http java.net.spi java.nio java.nio.channels
    java.nio.channels.spi java.nio.charset java.nio.charset.spi java.nio.file java.nio.file.attribute
    java.nio.file.spi java.rmi java.rmi.dgc java.rmi.registry java.rmi.server java.security java.security.cert
    java.security.interfaces java.security.spec java.sql java.text java.text.spi java.time java.time.chrono
    java.time.format java.time.temporal java.time.zone java.util java.util.concurrent java.util.concurrent.atomic
    java.util.concurrent.locks java.util.function java.util.jar java.util.logging java.util.prefs java.util.random
    java.util.regex java.util.spi java.util.stream java.util.zip javax.accessibility javax.annotation.processing
    javax.crypto javax.crypto.interfaces javax.crypto.spec javax.imageio javax.imageio.event javax.imageio.metadata
    javax.imageio.plugins.bmp javax.imageio.plugins.jpeg javax.imageio.plugins.tiff javax.imageio.spi
    javax.imageio.stream javax.lang.model javax.lang.model.element javax.lang.model.type javax.lang.model.util
    javax.management javax.management.loading javax.management.modelmbean javax.management.monitor
    javax.management.openmbean javax.management.relation javax.management.remote javax.management.remote.rmi
    javax.management.timer javax.naming javax.naming.directory javax.naming.event javax.naming.ldap
    javax.naming.ldap.spi javax.naming.spi javax.net javax.net.ssl javax.print javax.print.attribute
    javax.print.attribute.standard javax.print.event javax.rmi.ssl javax.script javax.security.auth
    javax.security.auth.callback javax.security.auth.kerberos javax.security.auth.login javax.security.auth.spi
    javax.security.auth.x500 javax.security.cert javax.security.sasl javax.smartcardio javax.sound.midi
    javax.sound.midi.spi javax.sound.sampled javax.sound.sampled.spi javax.sql javax.sql.rowset
    javax.sql.rowset.serial javax.sql.rowset.spi javax.swing javax.swing.border javax.swing.colorchooser
    javax.swing.event javax.swing.filechooser javax.swing.plaf javax.swing.plaf.basic javax.swing.plaf.metal
    javax.swing.plaf.multi javax.swing.plaf.nimbus javax.swing.plaf.synth javax.swing.table javax.swing.text
    javax.swing.text.html javax.swing.text.html.parser javax.swing.text.rtf javax.swing.tree javax.swing.undo
    javax.tools javax.transaction.xa javax.xml javax.xml.catalog javax.xml.crypto javax.xml.crypto.dom
    javax.xml.crypto.dsig javax.xml.crypto.dsig.dom javax.xml.crypto.dsig.keyinfo javax.xml.crypto.dsig.spec
    javax.xml.datatype javax.xml.namespace javax.xml.parsers javax.xml.stream javax.xml.stream.events
    javax.xml.stream.util javax.xml.transform javax.xml.transform.dom javax.xml.transform.sax
    javax.xml.transform.stax javax.xml.transform.stream javax.xml.validation javax.xml.xpath
"""

_CLASSES = {
    "java.io": """
        BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter ByteArrayInputStream
        ByteArrayOutputStream CharArrayReader CharArrayWriter CharConversionException Closeable Console DataInput
        DataInputStream DataOutput DataOutputStream EOFException Externalizable File FileDescriptor FileFilter
        FileInputStream FileNotFoundException FileOutputStream FilePermission FileReader FileWriter FilenameFilter
        FilterInputStream FilterOutputStream FilterReader FilterWriter Flushable IOError IOException InputStream
        InputStreamReader InterruptedIOException InvalidClassException InvalidObjectException LineNumberInputStream
        LineNumberReader NotActiveException NotSerializableException ObjectInput ObjectInputFilter ObjectInputStream
        ObjectInputValidation ObjectOutput ObjectOutputStream ObjectStreamClass ObjectStreamConstants
        ObjectStreamException ObjectStreamField OptionalDataException OutputStream OutputStreamWriter
        PipedInputStream PipedOutputStream PipedReader PipedWriter PrintStream PrintWriter PushbackInputStream
        PushbackReader RandomAccessFile Reader SequenceInputStream Serial Serializable SerializablePermission
        StreamCorruptedException StreamTokenizer StringBufferInputStream StringReader StringWriter
        SyncFailedException UTFDataFormatException UncheckedIOException UnsupportedEncodingException
        WriteAbortedException Writer
    """,
    "java.lang": """
        AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
        AssertionError AutoCloseable Boolean BootstrapMethodError Byte CharSequence Character Class
        ClassCastException ClassCircularityError ClassFormatError ClassLoader ClassNotFoundException ClassValue
        CloneNotSupportedException Cloneable Comparable Compiler Deprecated Double Enum
        EnumConstantNotPresentException Error Exception ExceptionInInitializerError Float FunctionalInterface
        IllegalAccessError IllegalAccessException IllegalArgumentException IllegalCallerException
        IllegalMonitorStateException IllegalStateException IllegalThreadStateException IncompatibleClassChangeError
        IndexOutOfBoundsException InheritableThreadLocal InstantiationError InstantiationException Integer
        InternalError InterruptedException Iterable LayerInstantiationException LinkageError Long Math Module
        ModuleLayer NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException
        NoSuchMethodError NoSuchMethodException NullPointerException Number NumberFormatException Object
        OutOfMemoryError Override Package Process ProcessBuilder ProcessHandle Readable Record
        ReflectiveOperationException Runnable Runtime RuntimeException RuntimePermission SafeVarargs
        SecurityException SecurityManager Short StackOverflowError StackTraceElement StackWalker StrictMath String
        StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath
        ThreadGroup ThreadLocal Throwable TypeNotPresentException UnknownError UnsatisfiedLinkError
        UnsupportedClassVersionError UnsupportedOperationException VerifyError VirtualMachineError Void
    """,
    "java.lang.annotation": """
        Annotation AnnotationFormatError AnnotationTypeMismatchException Documented ElementType
        IncompleteAnnotationException Inherited Native Repeatable Retention RetentionPolicy Target
    """,
    "java.lang.ref": """
        Cleaner PhantomReference Reference ReferenceQueue SoftReference WeakReference
    """,
    "java.lang.reflect": """
        AccessibleObject AnnotatedArrayType AnnotatedElement AnnotatedParameterizedType AnnotatedType
        AnnotatedTypeVariable AnnotatedWildcardType Array Constructor Executable Field GenericArrayType
        GenericDeclaration GenericSignatureFormatError InaccessibleObjectException InvocationHandler
        InvocationTargetException MalformedParameterizedTypeException MalformedParametersException Member Method
        Modifier Parameter ParameterizedType Proxy RecordComponent ReflectPermission Type TypeVariable
        UndeclaredThrowableException WildcardType
    """,
    "java.math": """
        BigDecimal BigInteger MathContext RoundingMode
    """,
    "java.nio": """
        Buffer BufferOverflowException BufferUnderflowException ByteBuffer ByteOrder CharBuffer DoubleBuffer
        FloatBuffer IntBuffer InvalidMarkException LongBuffer MappedByteBuffer ReadOnlyBufferException ShortBuffer
    """,
    "java.nio.charset": """
        CharacterCodingException Charset CharsetDecoder CharsetEncoder CoderMalfunctionError CoderResult
        CodingErrorAction IllegalCharsetNameException MalformedInputException StandardCharsets
        UnmappableCharacterException UnsupportedCharsetException
    """,
    "java.nio.file": """
        AccessDeniedException AccessMode AtomicMoveNotSupportedException ClosedDirectoryStreamException
        ClosedFileSystemException ClosedWatchServiceException CopyOption DirectoryIteratorException
        DirectoryNotEmptyException DirectoryStream FileAlreadyExistsException FileStore FileSystem
        FileSystemAlreadyExistsException FileSystemException FileSystemLoopException FileSystemNotFoundException
        FileSystems FileVisitOption FileVisitResult FileVisitor Files InvalidPathException LinkOption LinkPermission
        NoSuchFileException NotDirectoryException NotLinkException OpenOption Path PathMatcher Paths
        ProviderMismatchException ProviderNotFoundException ReadOnlyFileSystemException SecureDirectoryStream
        SimpleFileVisitor StandardCopyOption StandardOpenOption StandardWatchEventKinds WatchEvent WatchKey
        WatchService Watchable
    """,
    "java.text": """
        Annotation AttributedCharacterIterator AttributedString Bidi BreakIterator CharacterIterator ChoiceFormat
        CollationElementIterator CollationKey Collator CompactNumberFormat DateFormat DateFormatSymbols
        DecimalFormat DecimalFormatSymbols FieldPosition Format MessageFormat Normalizer NumberFormat ParseException
        ParsePosition RuleBasedCollator SimpleDateFormat StringCharacterIterator
    """,
    "java.time": """
        Clock DateTimeException DayOfWeek Duration Instant InstantSource LocalDate LocalDateTime LocalTime Month
        MonthDay OffsetDateTime OffsetTime Period Year YearMonth ZoneId ZoneOffset ZonedDateTime
    """,
    "java.util": """
        AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet ArrayDeque
        ArrayList Arrays Base64 BitSet Calendar Collection Collections Comparator ConcurrentModificationException
        Currency Date Deque Dictionary DoubleSummaryStatistics DuplicateFormatFlagsException EmptyStackException
        EnumMap EnumSet Enumeration EventListener EventListenerProxy EventObject
        FormatFlagsConversionMismatchException Formattable FormattableFlags Formatter FormatterClosedException
        GregorianCalendar HashMap HashSet Hashtable HexFormat IdentityHashMap IllegalFormatCodePointException
        IllegalFormatConversionException IllegalFormatException IllegalFormatFlagsException
        IllegalFormatPrecisionException IllegalFormatWidthException IllformedLocaleException InputMismatchException
        IntSummaryStatistics InvalidPropertiesFormatException Iterator LinkedHashMap LinkedHashSet LinkedList List
        ListIterator ListResourceBundle Locale LongSummaryStatistics Map MissingFormatArgumentException
        MissingFormatWidthException MissingResourceException NavigableMap NavigableSet NoSuchElementException
        Objects Observable Observer Optional OptionalDouble OptionalInt OptionalLong PrimitiveIterator PriorityQueue
        Properties PropertyPermission PropertyResourceBundle Queue Random RandomAccess ResourceBundle Scanner
        ServiceConfigurationError ServiceLoader Set SimpleTimeZone SortedMap SortedSet Spliterator Spliterators
        SplittableRandom Stack StringJoiner StringTokenizer TimeZone Timer TimerTask TooManyListenersException
        TreeMap TreeSet UUID UnknownFormatConversionException UnknownFormatFlagsException Vector WeakHashMap
    """,
    "java.util.concurrent": """
        AbstractExecutorService ArrayBlockingQueue BlockingDeque BlockingQueue BrokenBarrierException Callable
        CancellationException CompletableFuture CompletionException CompletionService CompletionStage
        ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentMap ConcurrentNavigableMap
        ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet CountDownLatch
        CountedCompleter CyclicBarrier DelayQueue Delayed Exchanger ExecutionException Executor
        ExecutorCompletionService ExecutorService Executors Flow ForkJoinPool ForkJoinTask ForkJoinWorkerThread
        Future FutureTask LinkedBlockingDeque LinkedBlockingQueue LinkedTransferQueue Phaser PriorityBlockingQueue
        RecursiveAction RecursiveTask RejectedExecutionException RejectedExecutionHandler RunnableFuture
        RunnableScheduledFuture ScheduledExecutorService ScheduledFuture ScheduledThreadPoolExecutor Semaphore
        SubmissionPublisher SynchronousQueue ThreadFactory ThreadLocalRandom ThreadPoolExecutor TimeUnit
        TimeoutException TransferQueue
    """,
    "java.util.concurrent.atomic": """
        AtomicBoolean AtomicInteger AtomicIntegerArray AtomicIntegerFieldUpdater AtomicLong AtomicLongArray
        AtomicLongFieldUpdater AtomicMarkableReference AtomicReference AtomicReferenceArray
        AtomicReferenceFieldUpdater AtomicStampedReference DoubleAccumulator DoubleAdder LongAccumulator LongAdder
    """,
    "java.util.concurrent.locks": """
        AbstractOwnableSynchronizer AbstractQueuedLongSynchronizer AbstractQueuedSynchronizer Condition Lock
        LockSupport ReadWriteLock ReentrantLock ReentrantReadWriteLock StampedLock
    """,
    "java.util.function": """
        BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer DoubleBinaryOperator
        DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier DoubleToIntFunction DoubleToLongFunction
        DoubleUnaryOperator Function IntBinaryOperator IntConsumer IntFunction IntPredicate IntSupplier
        IntToDoubleFunction IntToLongFunction IntUnaryOperator LongBinaryOperator LongConsumer LongFunction
        LongPredicate LongSupplier LongToDoubleFunction LongToIntFunction LongUnaryOperator ObjDoubleConsumer
        ObjIntConsumer ObjLongConsumer Predicate Supplier ToDoubleBiFunction ToDoubleFunction ToIntBiFunction
        ToIntFunction ToLongBiFunction ToLongFunction UnaryOperator
    """,
    "java.util.regex": """
        MatchResult Matcher Pattern PatternSyntaxException
    """,
    "java.util.stream": """
        BaseStream Collector Collectors DoubleStream IntStream LongStream Stream StreamSupport
    """,
}

PACKAGES = frozenset(_PACKAGES.split())
"""All packages of ``java`` and ``javax``."""


@cache
def classes_of(package: str) -> frozenset[str] | None:
    """The public top-level classes of a package of the JDK, ``None`` if they are not listed."""
    names = _CLASSES.get(package)
    return None if names is None else frozenset(names.split())
