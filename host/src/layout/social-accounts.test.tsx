// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SocialAccounts } from './site-footer.tsx';

const NONE = { LinkedIn: '', X: '', Facebook: '', Instagram: '' };

function drawn(accounts: typeof NONE) {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<SocialAccounts name="O'Neil & Söhne" accounts={accounts} />);
  return {
    links: [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    text: [...page.querySelectorAll('li:not(:has(a))')].map((item) => item.textContent),
  };
}

test('a network with an address is a link that names the brand, and the others are text', () => {
  const accounts = { ...NONE, LinkedIn: 'https://www.linkedin.com/company/oneil' };
  expect(drawn(accounts)).toEqual({
    links: [["O'Neil & Söhne on LinkedIn", 'https://www.linkedin.com/company/oneil']],
    text: ['X', 'Facebook', 'Instagram'],
  });
});

test('without addresses there is no link', () => {
  expect(drawn(NONE)).toEqual({ links: [], text: ['LinkedIn', 'X', 'Facebook', 'Instagram'] });
});

test('with all addresses no network is text', () => {
  const accounts = Object.fromEntries(
    Object.keys(NONE).map((network) => [network, `https://${network.toLowerCase()}.example/`]),
  ) as typeof NONE;
  const { links, text } = drawn(accounts);
  expect([links.length, text]).toEqual([4, []]);
});
