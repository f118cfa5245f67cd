-- The tables of the warehouse. Two foreign keys are left undeclared on purpose:
-- web_sessions.customer_id and support_tickets.order_id (see docs.md).

CREATE TABLE regions (
    region_id   INTEGER PRIMARY KEY,
    region_name VARCHAR NOT NULL UNIQUE,
    depot_city  VARCHAR NOT NULL,
    manager     VARCHAR
);

CREATE TABLE categories (
    category_id   INTEGER PRIMARY KEY,
    category_name VARCHAR NOT NULL UNIQUE,
    season        VARCHAR NOT NULL
);

CREATE TABLE products (
    product_id      INTEGER PRIMARY KEY,
    sku             VARCHAR NOT NULL UNIQUE,
    product_name    VARCHAR NOT NULL,
    category_id     INTEGER NOT NULL REFERENCES categories (category_id),
    list_price      DECIMAL(12, 2) NOT NULL,
    unit_cost       DECIMAL(12, 2) NOT NULL,
    launched_on     DATE NOT NULL,
    discontinued_on DATE,
    weight_g        INTEGER,
    tags            VARCHAR[],
    attributes      JSON
);

CREATE TABLE customers (
    customer_id   INTEGER PRIMARY KEY,
    customer_uuid UUID NOT NULL UNIQUE,
    full_name     VARCHAR NOT NULL,
    email         VARCHAR,
    region_id     INTEGER NOT NULL REFERENCES regions (region_id),
    city          VARCHAR,
    segment       VARCHAR NOT NULL,
    birth_year    SMALLINT,
    signup_date   DATE NOT NULL,
    newsletter    BOOLEAN
);

CREATE TABLE orders (
    order_id     BIGINT PRIMARY KEY,
    cust_no      INTEGER NOT NULL REFERENCES customers (customer_id),
    region_id    INTEGER NOT NULL REFERENCES regions (region_id),
    dt_ord       DATE NOT NULL,
    ordered_at   TIMESTAMP NOT NULL,
    channel      VARCHAR NOT NULL,
    status       VARCHAR NOT NULL,
    promo_code   VARCHAR,
    shipping_fee DECIMAL(12, 2) NOT NULL,
    order_total  DECIMAL(12, 2) NOT NULL
);

CREATE TABLE order_items (
    order_id   BIGINT NOT NULL REFERENCES orders (order_id),
    line_no    INTEGER NOT NULL,
    product_id INTEGER NOT NULL REFERENCES products (product_id),
    quantity   INTEGER NOT NULL,
    unit_price DECIMAL(12, 2) NOT NULL,
    discount   DECIMAL(12, 2) NOT NULL,
    line_total DECIMAL(12, 2) NOT NULL,
    PRIMARY KEY (order_id, line_no)
);

CREATE TABLE returns (
    return_id     INTEGER PRIMARY KEY,
    order_id      BIGINT NOT NULL,
    line_no       INTEGER NOT NULL,
    returned_on   DATE NOT NULL,
    quantity      INTEGER NOT NULL,
    refund_amount DECIMAL(12, 2) NOT NULL,
    reason        VARCHAR,
    FOREIGN KEY (order_id, line_no) REFERENCES order_items (order_id, line_no)
);

CREATE TABLE opportunities (
    opportunity_id INTEGER PRIMARY KEY,
    account_name   VARCHAR NOT NULL,
    region_id      INTEGER NOT NULL REFERENCES regions (region_id),
    "ownerName"    VARCHAR,
    stage          VARCHAR NOT NULL,
    amount         DECIMAL(12, 2) NOT NULL,
    probability    SMALLINT NOT NULL,
    created_at     TIMESTAMP NOT NULL,
    expected_close DATE,
    closed_at      TIMESTAMP,
    lost_reason    VARCHAR
);

CREATE TABLE marketing_spend (
    spend_date      DATE NOT NULL,
    channel         VARCHAR NOT NULL,
    region_id       INTEGER NOT NULL REFERENCES regions (region_id),
    "Campaign Name" VARCHAR NOT NULL,
    spend           DECIMAL(12, 2) NOT NULL,
    impressions     BIGINT,
    clicks          INTEGER,
    PRIMARY KEY (spend_date, channel, region_id)
);

CREATE TABLE web_sessions (
    session_id       BIGINT PRIMARY KEY,
    started_at       TIMESTAMPTZ NOT NULL,
    customer_id      INTEGER,
    region_id        INTEGER NOT NULL REFERENCES regions (region_id),
    device           VARCHAR NOT NULL,
    referrer         VARCHAR,
    page_views       INTEGER NOT NULL,
    duration_seconds INTEGER,
    converted        BOOLEAN NOT NULL,
    order_id         BIGINT REFERENCES orders (order_id)
);

CREATE TABLE support_tickets (
    ticket_id   INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
    order_id    BIGINT,
    opened_at   TIMESTAMP NOT NULL,
    closed_at   TIMESTAMP,
    "group"     VARCHAR NOT NULL,
    priority    VARCHAR NOT NULL,
    subject     VARCHAR NOT NULL,
    rating      SMALLINT
);

CREATE TABLE households (
    household_id   INTEGER PRIMARY KEY,
    household_name VARCHAR NOT NULL,
    members        INTEGER NOT NULL,
    monthly_budget DECIMAL(12, 2),
    joined_on      DATE NOT NULL
);

CREATE TABLE expenses (
    expense_id     INTEGER PRIMARY KEY,
    household_id   INTEGER NOT NULL REFERENCES households (household_id),
    spent_on       DATE NOT NULL,
    category       VARCHAR NOT NULL,
    merchant       VARCHAR,
    amount         DECIMAL(12, 2) NOT NULL,
    payment_method VARCHAR,
    is_shared      BOOLEAN NOT NULL,
    note           VARCHAR
);

CREATE VIEW daily_revenue AS
SELECT o.dt_ord AS day, r.region_name, count(*) AS orders, sum(o.order_total) AS revenue
FROM orders o
JOIN regions r ON r.region_id = o.region_id
WHERE o.status = 'completed'
GROUP BY o.dt_ord, r.region_name;

CREATE VIEW customer_value AS
SELECT c.customer_id, c.segment, c.region_id,
       min(o.dt_ord) AS first_order, max(o.dt_ord) AS last_order,
       count(o.order_id) AS orders, coalesce(sum(o.order_total), 0) AS revenue
FROM customers c
LEFT JOIN orders o ON o.cust_no = c.customer_id AND o.status = 'completed'
GROUP BY c.customer_id, c.segment, c.region_id;
