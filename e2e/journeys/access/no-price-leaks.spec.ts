import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findPriceLeaks } from '@corvane/tools/checks/sources/price-leaks';
import { expect, test } from '../../browser.ts';
import { readRows, stack } from '../../stack.ts';

/** The files of the document root that the edge serves. */
const PUBLIC_DIRECTORIES = ['pages', 'assets', 'remotes'];

/** Every seeded amount, and every amount that a card derives from it. */
async function seededAmountsCents(): Promise<number[]> {
  const prices = await readRows('product_prices');
  expect(prices).toHaveLength(4);
  return prices.flatMap((row) => {
    const [monthly, annual, activation] = [row.monthly_cents, row.annual_cents, row.activation_cents].map(
      Number,
    );
    return [monthly, annual, activation, (monthly ?? 0) * 12 - (annual ?? 0)].filter(
      (cents) => cents !== undefined,
    );
  });
}

test('no file that the edge serves contains a price, in any spelling', async () => {
  const amountsCents = await seededAmountsCents();
  let filesRead = 0;
  for (const directory of PUBLIC_DIRECTORIES) {
    const root = path.join(stack.siteRoot, directory);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      // Compressed copies are made from these files. Fonts contain no text.
      if (!entry.isFile() || /\.(br|gz|woff2)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const leaks = findPriceLeaks(file, await readFile(file, 'utf8'), amountsCents);
      expect.soft(leaks, path.relative(stack.siteRoot, file)).toEqual([]);
      filesRead += 1;
    }
  }
  expect(filesRead).toBeGreaterThan(20);
});

test('no answer of the API to an anonymous visitor contains a price', async ({ request }) => {
  const amountsCents = await seededAmountsCents();
  const headers = { apikey: stack.publishableKey };
  const products = await readRows('products');
  // Through the edge and directly. Without the edge, the database itself refuses.
  const calls = [stack.url, stack.backendUrl].flatMap((origin) => [
    ...['products', 'product_features', 'product_prices', 'sales_records', 'qualified_leads'].map((table) =>
      request.get(`${origin}/rest/v1/${table}?select=*`, { headers }),
    ),
    ...['get_plan_prices', 'get_sales_dashboard'].map((name) =>
      request.post(`${origin}/rest/v1/rpc/${name}`, { headers, data: {} }),
    ),
    ...products.flatMap(({ name }) =>
      ['get_product_description', 'get_product_features'].map((procedure) =>
        request.post(`${origin}/rest/v1/rpc/${procedure}`, {
          headers,
          data: { product_name_param: name },
        }),
      ),
    ),
    request.get(`${origin}/rest/v1/`, { headers }),
  ]);
  for (const answer of await Promise.all(calls)) {
    const leaks = findPriceLeaks('answer.json', await answer.text(), amountsCents);
    expect.soft(leaks, `${answer.url()} (${answer.status()})`).toEqual([]);
  }
});
