import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCatalogue } from '@corvane/tools/catalogue/read-catalogue';
import { expect, test } from 'vitest';
import { contradictionIn, refuseOtherPlans } from './plan-words.ts';

const { plans } = readCatalogue();
const say = (html: string) => contradictionIn(html, plans);

test.each([
  ['<p>Moonshot includes 12 data enrichments.</p>', 'p', 'Moonshot has Data Enrichments: 10'],
  ['<p>New: yes. Moonshot has <b>three</b> custom models a month.</p>', 'p', 'Moonshot has Custom Models: 1'],
  ['<li>On Enterprise, you get 30 In-Market Audience Creations</li>', 'li', 'Enterprise has In-Market'],
  ['<p>Foundation+ comes with one custom model.</p>', 'p', 'Foundation+ has Custom Models: None'],
  ['<p>Accelerate Pro and Moonshot include no custom models</p>', 'p', 'Accelerate Pro has Custom Models: 1'],
  ['<p>Foundation+, Moonshot and Enterprise have 1<!-- --> Custom Model</p>', 'p', 'Foundation+ has'],
  ['<meta name="description" content="Moonshot: VIP support">', 'content', 'Moonshot has Support: Premium ('],
  [
    '<script type="application/ld+json">{"text":"Enterprise has premium keyword feed"}</script>',
    'text',
    'Elite',
  ],
])('%s is refused', (html, field, fact) => {
  expect(say(html)).toMatch(new RegExp(`^contradicts supabase/catalogue.json in ${field}: "`));
  expect(say(html)).toContain(fact);
});

test.each([
  '<p>Moonshot includes 10 data enrichments and one custom model. Enterprise: VIP support.</p>',
  '<p>Moonshot includes 120 data enrichments a year.</p>',
  '<p>Upgrade from Foundation+ to get 5 data enrichments.</p>',
  '<p>Foundation+ has no custom models, but you can add 2 custom models.</p>',
  '<p>Enterprise has five times more custom models than Moonshot.</p>',
  '<p>Enterprise gives you 20 data enrichments more than Accelerate Pro.</p>',
  '<p>Enterprise includes one custom model per brand.</p>',
  '<p>Moonshot includes three custom model reviews.</p>',
  '<p>Enterprise teams wrote 12 custom models. Three of four plans include models.</p>',
  '<p>Accelerate Pro and Moonshot include one a month, Enterprise five. On Foundation+ you can add one.</p>',
  '<p>Moonshot offers 24-hour support to 12 B2B/B2C Contacts-Teams.</p>',
  '<p>Moonshot includes 8-10 data enrichments.</p>',
  '<h3>Moonshot</h3><p>has 12 data enrichments</p>',
  '<script>"Moonshot includes 12 data enrichments"</script>',
  '<script type="application/json">{"of another page":"Moonshot includes 12 data enrichments"}</script>',
])('%s is no contradiction', (html) => {
  expect(say(html)).toBeNull();
});

test('only public pages of the applications that are released are read, and the page is named', async () => {
  const pages = await mkdtemp(path.join(tmpdir(), 'corvane-pages-'));
  const route = (path: string, access: string) => ({ routes: [{ path, access }] });
  const remotes = { marketing: route('/pricing', 'public'), portal: route('/sales-portal', 'rep') };
  await writeFile(path.join(pages, 'registry.json'), JSON.stringify({ remotes }));
  for (const file of ['pricing.html', 'sales-portal.html'])
    await writeFile(path.join(pages, file), '<p>Moonshot includes 12 data enrichments</p>');
  await refuseOtherPlans(pages, ['host', 'portal']);
  await expect(refuseOtherPlans(pages, ['marketing'])).rejects.toThrow(
    'Not released: pricing.html contradicts supabase/catalogue.json in p: "Moonshot includes 12 data enrichments". Moonshot has Data Enrichments: 10',
  );
});
