INSERT INTO order_items
SELECT order_id, line_no, product_id, quantity, money(price_cents), money(discount_cents), money(line_cents)
FROM lines
ORDER BY order_id, line_no;

-- What came back: boots and clothes that did not fit more often than the rest.
INSERT INTO returns
SELECT row_number() OVER (ORDER BY returned_on, order_id, line_no) AS return_id,
       order_id, line_no, returned_on, returned,
       money(line_cents * returned // quantity) AS refund_amount,
       -- Free text: the same reason is written in several ways.
       CASE dice('return/typing', n, 8) WHEN 0 THEN upper(reason) WHEN 1 THEN lower(reason) WHEN 2 THEN reason || ' ' ELSE reason END AS reason
FROM (
    SELECT l.*, l.order_id * 8 + l.line_no AS n,
           h.day + spread('return/days', n, 4, 32)::INTEGER AS returned_on,
           spread('return/quantity', n, 1, l.quantity) AS returned,
           one_of('return/reason', n, if(l.category_id IN (5, 6),
               ['Too small', 'Too small', 'Too large', 'Too large', 'Changed my mind', NULL],
               ['Damaged', 'Not as described', 'Changed my mind', 'Arrived late', NULL])) AS reason
    FROM lines l JOIN headers h USING (order_id)
    WHERE h.status = 'completed'
      AND chance('return', l.order_id * 8 + l.line_no, CASE l.category_id WHEN 6 THEN 17 WHEN 5 THEN 12 ELSE 5 END)
)
WHERE returned_on <= getvariable('last_day')
ORDER BY return_id;
