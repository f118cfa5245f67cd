package index

// HoldsMoney is true for a column that holds amounts of money, by its name. The
// price of one piece is no amount that adds up.
func (c *Column) HoldsMoney() bool {
	found := false
	for _, w := range c.Words {
		switch w {
		case "unit", "list", "price", "cost", "rate":
			return false
		case "amount", "total", "revenue", "sales", "turnover", "fee", "charge", "subtotal":
			found = true
		}
	}
	return found
}
