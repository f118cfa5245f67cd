-- Comments for those who look at the database alone; the words are those of
-- schema.yml and dictionary.csv.

COMMENT ON TABLE regions IS 'The five sales regions, each with a depot.';
COMMENT ON TABLE categories IS 'Product categories.';
COMMENT ON TABLE products IS 'What the company sells, one row a product.';
COMMENT ON TABLE customers IS 'Everyone who ever signed up, numbered in the order of signing up.';
COMMENT ON TABLE orders IS 'One row an order, whatever its status; revenue counts completed orders only.';
COMMENT ON TABLE order_items IS 'The lines of the orders: one row for each product in an order.';
COMMENT ON TABLE returns IS 'Goods sent back, one row for each returned order line.';
COMMENT ON TABLE opportunities IS 'The sales pipeline: deals with clubs, shops and schools. Kept apart from orders.';
COMMENT ON TABLE marketing_spend IS 'Advertising money, one row for each day, channel and region.';
COMMENT ON TABLE web_sessions IS 'Visits to the site, robots already removed.';
COMMENT ON TABLE support_tickets IS 'Questions and complaints to customer service.';
COMMENT ON TABLE households IS 'The households that use the household book, one row a tenant.';
COMMENT ON TABLE expenses IS 'What households spent, as they entered it in the household book. A household may see its own rows only.';
COMMENT ON VIEW daily_revenue IS 'Revenue and number of completed orders for each day and region.';
COMMENT ON VIEW customer_value IS 'What each customer has bought so far; customers without an order are included.';

COMMENT ON COLUMN products.list_price IS 'List price in euros, valid since 2024-03-01; before that everything cost 6% less.';
COMMENT ON COLUMN customers.birth_year IS 'Year of birth; missing for about 28%, and 1900 means unknown.';
COMMENT ON COLUMN orders.cust_no IS 'Customer who ordered: customers.customer_id.';
COMMENT ON COLUMN orders.dt_ord IS 'Day of the order.';
COMMENT ON COLUMN orders.status IS 'What became of the order: pending ones are of the last three days.';
COMMENT ON COLUMN orders.order_total IS 'Sum of the order''s line totals in euros, after discounts, without shipping.';
COMMENT ON COLUMN order_items.line_total IS 'quantity × unit_price − discount, in euros.';
COMMENT ON COLUMN opportunities.probability IS 'Chance of winning in percent, by stage.';
COMMENT ON COLUMN marketing_spend."Campaign Name" IS 'Campaign; the name has a space: quote it.';
COMMENT ON COLUMN web_sessions.started_at IS 'Moment at which the visit began, with time zone; days are counted in UTC.';
COMMENT ON COLUMN web_sessions.converted IS 'Whether the visit ended with an order.';
COMMENT ON COLUMN support_tickets.rating IS 'Satisfaction from 1 (bad) to 5 (good); missing for more than half of the tickets.';
COMMENT ON COLUMN households.household_id IS 'Number of the household: the tenant key.';
COMMENT ON COLUMN expenses.household_id IS 'Household that spent the money: the tenant key.';
COMMENT ON COLUMN daily_revenue.revenue IS 'Revenue in euros.';
COMMENT ON COLUMN customer_value.revenue IS 'Revenue in euros.';
