import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWebOptions } from '../web-options.ts';
import { checkSitesBeside } from './sites-beside.ts';

const PAGES: Record<string, number> = {
  '/shop/': 200,
  '/shop/about': 200,
  '/shop/broken': 500,
  '/shop/empty': 204,
};
const asked: string[] = [];
let server: Server;
let shop: string;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(PAGES[url] ?? 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
});

afterAll(() => server.close());

test('the pages of another site are asked for below its path', async () => {
  const { beside } = readWebOptions(['--beside', `shop=${shop}/`]);
  await checkSitesBeside(beside, ['/', '/about']);
  expect(asked.slice(-2)).toEqual(['/shop/', '/shop/about']);
});

test.each([
  ['/none', 'answers 404'],
  ['/broken', 'answers 500'],
  ['/empty', 'answers 204'],
])('another site is refused when its page %s %s', async (page, what) => {
  await expect(checkSitesBeside({ shop }, ['/', page])).rejects.toMatchObject({
    name: 'UserError',
    message: `--beside shop: ${shop}${page} ${what}. Every page must answer 200`,
  });
});

test('a site that does not run is refused', async () => {
  await expect(checkSitesBeside({ old: 'http://127.0.0.1:1' }, ['/'])).rejects.toThrow(
    '--beside old: http://127.0.0.1:1/ gives no answer. Every page must answer 200',
  );
});
