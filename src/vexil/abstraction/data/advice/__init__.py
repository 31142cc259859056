"""Which variables to abstract and with what: from the property and the conditionals that control what it speaks of."""
