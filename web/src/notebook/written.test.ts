import { expect, test } from "vitest";
import { looksLikeSQL, soundsLikeFollowUp } from "./written";

test.each([
  "only the top 3", "and by month?", "what about 2024", "break that down by quarter", "by region", "per month", "show it as a line", "top 5", "without returns", "why",
  "How much of it was online?", "the same for 2024", "compare to last year", "top 5 by revenue", "the top 3 in Berlin by revenue", "for 2024", "for those, how many orders were returned",
  "where region is North", "pie chart please", "stacked bars", "what if prices rise 5%", "where do they live",
  "export as csv", "download the table", "csv please", "are you sure?", "summarize what we have so far",
])("%s leans on the answer before", (text) => expect(soundsLikeFollowUp(text)).toBe(true));

test.each([
  "Revenue by region", "How many orders were there per month in 2025?", "show all customers", "Which product category sold best?", "revenue this year", "orders that week", "",
  "top customers", "top 10 customers by revenue last quarter", "the top 5 products by revenue", "In 2024, how many orders were returned?", "for each region, what is the average order",
  "Where do our customers live?", "Android sessions", "export volumes by country", "saved searches per month", "What is the total page views of web sessions by device and how did that develop since 2023?",
])("%s stands by itself", (text) => expect(soundsLikeFollowUp(text)).toBe(false));

test.each(["SELECT * FROM orders", "select count(*) from orders", "with x as (select 1) select * from x", "WITH RECURSIVE t(n) AS (SELECT 1) SELECT n FROM t", "select a, b from t", "SELECT 41 + 1", "SELECT region FROM orders", "FROM orders", "DESCRIBE orders"])(
  "%s is SQL", (text) => expect(looksLikeSQL(text)).toBe(true));
test.each(["select the best customers from Berlin", "with which channel do we earn most?", "Revenue by region", "selected items from last month", "SELECT THE BEST CUSTOMERS", "from which region are most customers?", "describe the orders", ""])(
  "%s is words", (text) => expect(looksLikeSQL(text)).toBe(false));
