-- Where the company is and what it sells.

INSERT INTO regions VALUES
    (1, 'North',   'Nordhavn',  'Ingrid Solberg'),
    (2, 'South',   'Porto Sul', 'Rui Carvalho'),
    (3, 'East',    'Ostrava',   'Lenka Dvořáková'),
    (4, 'West',    'Westport',  'Aoife Byrne'),
    (5, 'Islands', 'Skerry',    NULL);

-- share: how the regions divide the demand of a plain day, in percent.
CREATE TEMP TABLE territories AS
SELECT * FROM (VALUES
    (1, 24, ['Nordhavn', 'Isfjord', 'Granvik', 'Tromby']),
    (2, 26, ['Porto Sul', 'Ribeira', 'Castelo', 'Vila Verde']),
    (3, 18, ['Ostrava', 'Bílá Hora', 'Karlow', 'Zamek']),
    (4, 22, ['Westport', 'Ballyrun', 'Kerrick', 'Land''s Edge']),
    (5, 10, ['Skerry', 'Mull Bay', 'Sandoy', 'Vatnsey'])
) AS t (region_id, share, cities);

-- A category's appeal by month, January to December; names and list prices in
-- euros go together.
CREATE TEMP TABLE catalogue AS
SELECT * FROM (VALUES
    (1, 'Camping', 'summer', 'CA', [20, 20, 40, 70, 110, 170, 190, 160, 80, 40, 25, 30],
        ['Larch Tent 2P', 'Larch Tent 4P', 'Juniper Sleeping Bag', 'Juniper Sleeping Mat', 'Ember Stove', 'Ember Lantern',
         'Skua Cookset', 'Fell Tarp', 'Willow Hammock', 'Willow Camp Chair', 'Skua Cool Box', 'Ember Headlamp '],
        [289, 449, 169, 89, 74, 39, 59, 69, 54, 64, 79, 34]),
    (2, 'Hiking', 'summer', 'HI', [50, 50, 70, 100, 120, 130, 130, 130, 120, 90, 60, 55],
        ['Ridge Daypack 22L', 'Ridge Daypack 30L', 'Ridge Trekking Pack 55L', 'Heron Trekking Poles', 'Heron Water Filter', 'Heron Bottle 1L',
         'Fell Map Case', 'Fell Compass', 'Moss First Aid Kit', 'Moss Rain Cover', 'Heron Gaiters', 'Moss Sit Mat'],
        [89, 109, 189, 94, 44, 19, 24, 29, 32, 22, 39, 12]),
    (3, 'Climbing', 'all year', 'CL', [80, 80, 90, 100, 100, 100, 100, 100, 100, 90, 80, 80],
        ['Granite Harness', 'Granite Rope 60m', 'Granite Helmet', 'Cairn Quickdraws', 'Cairn Belay Device', 'Cairn Carabiner',
         'Chalk Bag', 'Chalk Block', 'Cairn Sling Set', 'Granite Crash Pad', 'Cairn Nut Set', 'Granite Rope Bag'],
        [69, 179, 79, 99, 34, 14, 22, 6, 29, 219, 89, 39]),
    (4, 'Ski & Snow', 'winter', 'SN', [260, 230, 120, 30, 10, 10, 10, 10, 30, 90, 190, 260],
        ['Firn Touring Ski', 'Firn Touring Boot', 'Firn Skins', 'Polar Goggles', 'Polar Gloves', 'Firn Poles',
         'Snowshoe Classic', 'Snowshoe Light', 'Avalanche Beacon', 'Avalanche Shovel', 'Avalanche Probe', 'Polar Balaclava'],
        [549, 429, 149, 99, 69, 79, 159, 199, 289, 59, 49, 24]),
    (5, 'Apparel', 'all year', 'AP', [110, 100, 90, 80, 80, 70, 70, 80, 110, 130, 140, 150],
        ['Stratus Rain Jacket', 'Stratus Rain Pants', 'Tarn Down Jacket', 'Tarn Fleece', 'Merino Base Layer', 'Merino Socks',
         'Trail Shorts', 'Trail Shirt', 'Wool Beanie', 'Sun Hat', 'Alpine Pants', 'Wind Vest'],
        [189, 129, 249, 89, 74, 18, 49, 44, 24, 27, 119, 69]),
    (6, 'Footwear', 'all year', 'FO', [80, 80, 90, 110, 120, 110, 100, 100, 110, 110, 100, 100],
        ['Scree Hiking Boot', 'Scree Hiking Boot W', 'Scree Approach Shoe', 'Brook Trail Runner', 'Brook Trail Runner W', 'Brook Sandal',
         'Tundra Winter Boot', 'Tundra Hut Slipper', 'Scree Mid', 'Brook Water Shoe', 'Scree Kids Boot', 'Insole Comfort'],
        [199, 199, 139, 129, 129, 79, 179, 39, 159, 59, 89, 25]),
    (7, 'Cycling', 'summer', 'CY', [30, 35, 70, 110, 130, 130, 130, 120, 100, 70, 40, 30],
        ['Gravel Frame Bag', 'Gravel Saddle Bag', 'Gravel Fork Pack', 'Bike Light Set', 'Repair Kit', 'Mini Pump',
         'Trail Helmet', 'Cycling Gloves', 'Bike Bottle Cage', 'Panniers Pair', 'Handlebar Roll', 'Rain Cape'],
        [64, 89, 49, 54, 19, 29, 89, 34, 12, 139, 69, 59]),
    (8, getvariable('launch_category'), 'summer', 'PR', [40, 40, 70, 130, 200, 260, 280, 230, 120, 60, 40, 40],
        [getvariable('launch_product'), 'Drift Paddle', 'Drift Spray Deck', 'Drift Dry Bag'],
        [699, 149, 119, 49])
) AS t (category_id, category_name, season, prefix, months, names, euros);

INSERT INTO categories
SELECT category_id, category_name, season FROM catalogue ORDER BY category_id;

INSERT INTO products
SELECT n AS product_id,
       format('{}-{:03d}', prefix, place) AS sku,
       product_name,
       category_id,
       money(100 * euros),
       money(euros * spread('product/cost', n, 44, 63)),
       if(category_name = getvariable('launch_category'), getvariable('launch_day'),
          getvariable('first_day') - spread('product/age', n, 60, 900)::INTEGER) AS launched_on,
       CASE sku WHEN 'CY-012' THEN DATE '2024-09-30' WHEN 'HI-007' THEN DATE '2025-05-31' END AS discontinued_on,
       if(chance('product/weight missing', n, 15), NULL, euros * spread('product/weight', n, 4, 9)) AS weight_g,
       [lower(replace(category_name, ' & ', '-')), season, one_of('product/tag', n, ['recycled', 'bestseller', 'family', 'ultralight'])] AS tags,
       json_object('colour', one_of('product/colour', n, ['moss', 'slate', 'rust', 'sand', 'fjord']),
                   'warranty_years', spread('product/warranty', n, 1, 5),
                   'repairable', chance('product/repairable', n, 70)) AS attributes
FROM (
    SELECT row_number() OVER (ORDER BY category_id, place) AS n, *
    FROM (SELECT category_id, category_name, season, prefix,
                 unnest(names) AS product_name, unnest(euros) AS euros,
                 unnest(range(1, len(names) + 1)) AS place
          FROM catalogue)
)
ORDER BY n;
