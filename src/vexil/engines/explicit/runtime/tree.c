/* Tree compression: a state is a pair of numbers of its halves, which are pairs of numbers of theirs, down to words.
   Equal parts of different states are stored once, and nothing is lost (Laarman, van de Pol, Weber 2011). */
#include "search.h"

typedef struct {
  Region slots, keys;
  u64 mask, count, capacity;
} Numbers;

struct Tree {
  Search *search;
  Numbers numbers;
  u64 words, nodes, left, right;
  u32 *of_left, *of_right, *folded, *unfolded; /* by node: its halves; its number in the last two states */
  u64 *last;                                   /* the words of the state that was unfolded last */
  u8 *changed;
};

enum { FIRST = 1 << 12 };

INLINE u64 spread(u64 key) { return hash_of((const u8 *)&key, 8); }

static int numbers_grow(struct Tree *tree) {
  Numbers *numbers = &tree->numbers;
  u64 size = numbers->slots.size * 2;
  if (numbers->count >= numbers->capacity || size + tree_memory(tree) > tree->search->options.memory_limit) return 0;
  region_free(&numbers->slots);
  if (!region_table(&numbers->slots, size)) return 0;
  numbers->mask = size / 4 - 1;
  u32 *slots = (u32 *)numbers->slots.base;
  const u64 *keys = (const u64 *)numbers->keys.base;
  for (u64 number = 1; number <= numbers->count; number++) {
    u64 at = spread(keys[number]) & numbers->mask;
    while (slots[at]) at = (at + 1) & numbers->mask;
    slots[at] = (u32)number;
  }
  return 1;
}

/* The number of a key, from 1; 0 when there is no memory. */
static u32 number_of(struct Tree *tree, u64 key) {
  Numbers *numbers = &tree->numbers;
  u64 hash = spread(key), *keys = (u64 *)numbers->keys.base, at = hash & numbers->mask;
  u32 *slots = (u32 *)numbers->slots.base, number;
  for (; (number = slots[at]); at = (at + 1) & numbers->mask)
    if (keys[number] == key) return number;
  if (numbers->count >= numbers->mask / 2) {
    if (!numbers_grow(tree)) return 0;
    slots = (u32 *)numbers->slots.base;
    for (at = hash & numbers->mask; slots[at];) at = (at + 1) & numbers->mask;
  }
  slots[at] = (u32)++numbers->count;
  keys[numbers->count] = key;
  return (u32)numbers->count;
}

struct Tree *tree_open(Search *search) {
  struct Tree *tree = calloc(1, sizeof *tree);
  if (!tree) return NULL;
  u64 words = search->model.width / 8, nodes = words, many = words;
  u32 *row = calloc(words, sizeof *row);
  tree->search = search;
  tree->words = words;
  tree->of_left = calloc(2 * words, sizeof(u32));
  tree->of_right = calloc(2 * words, sizeof(u32));
  tree->folded = calloc(2 * words, sizeof(u32));
  tree->unfolded = calloc(2 * words, sizeof(u32));
  tree->last = calloc(words, sizeof(u64));
  tree->changed = calloc(2 * words, 1);
  int is_ready = row && tree->of_left && tree->of_right && tree->folded && tree->unfolded && tree->last && tree->changed;
  is_ready = is_ready && region_table(&tree->numbers.slots, FIRST * 4);
  is_ready = is_ready && region_reserve(&tree->numbers.keys, search->options.memory_limit, 1 << 20);
  if (!is_ready) {
    free(row);
    tree_close(tree);
    return NULL;
  }
  tree->numbers.mask = FIRST - 1;
  tree->numbers.capacity = tree->numbers.keys.size / 8 - 1;
  if (tree->numbers.capacity > MOST_STATES) tree->numbers.capacity = MOST_STATES;
  for (u64 i = 0; i < words; i++) row[i] = (u32)i;
  while (many > 2) {
    u64 kept = 0;
    for (u64 i = 0; i < many; i += 2) {
      if (i + 1 == many) {
        row[kept++] = row[i];
        continue;
      }
      tree->of_left[nodes] = row[i];
      tree->of_right[nodes] = row[i + 1];
      row[kept++] = (u32)nodes++;
    }
    many = kept;
  }
  tree->left = row[0];
  tree->right = many > 1 ? row[1] : row[0];
  tree->nodes = nodes;
  free(row);
  return tree;
}

void tree_close(struct Tree *tree) {
  region_free(&tree->numbers.slots);
  region_free(&tree->numbers.keys);
  free(tree->of_left);
  free(tree->of_right);
  free(tree->folded);
  free(tree->unfolded);
  free(tree->last);
  free(tree->changed);
  free(tree);
}

u64 tree_memory(const struct Tree *tree) { return tree->numbers.count * 8 + tree->numbers.slots.size; }

void tree_unfold(struct Tree *tree, u64 key, u8 *state) {
  const u64 *keys = (const u64 *)tree->numbers.keys.base;
  u32 *numbers = tree->unfolded;
  numbers[tree->left] = (u32)(key >> 32);
  numbers[tree->right] = (u32)key;
  for (u64 node = tree->nodes; node-- > tree->words;) {
    u64 halves = keys[numbers[node]];
    numbers[tree->of_left[node]] = (u32)(halves >> 32);
    numbers[tree->of_right[node]] = (u32)halves;
  }
  for (u64 word = 0; word < tree->words; word++) tree->last[word] = keys[numbers[word]];
  memcpy(state, tree->last, tree->words * 8);
}

/* The key of a state; only what differs from the state that was unfolded last is looked up. */
int tree_fold(struct Tree *tree, const u8 *state, u64 *key) {
  u32 *numbers = tree->folded;
  for (u64 word = 0; word < tree->words; word++) {
    u64 value = load64(state + 8 * word);
    tree->changed[word] = value != tree->last[word] || !tree->unfolded[word];
    numbers[word] = tree->changed[word] ? number_of(tree, value) : tree->unfolded[word];
    if (!numbers[word]) return 0;
  }
  for (u64 node = tree->words; node < tree->nodes; node++) {
    u32 left = tree->of_left[node], right = tree->of_right[node];
    tree->changed[node] = tree->changed[left] | tree->changed[right];
    numbers[node] =
        tree->changed[node] ? number_of(tree, (u64)numbers[left] << 32 | numbers[right]) : tree->unfolded[node];
    if (!numbers[node]) return 0;
  }
  *key = (u64)numbers[tree->left] << 32 | numbers[tree->right];
  return 1;
}
