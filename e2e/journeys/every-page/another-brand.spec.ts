import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BRAND } from '@corvane/shared/brand/brand';
import type { Brand } from '@corvane/shared/brand/brand-schema';
import { findBrowser } from '@corvane/tools/machine/find-browser';
import { expect, test } from '../../browser.ts';
import { copyOfSources, runIn } from '../../site/copy-of-sources.ts';

const OTHER: Brand = {
  name: `Zoë's "Data" & Söhne`,
  description: 'Daten für "morgen" & heute.',
  legalName: `Zoë's "Data" & Söhne GmbH`,
  mail: {
    senderName: `Zoë's "Data", Söhne`,
    senderAddress: 'no-reply@zoe.example',
    teamAddress: 'team@zoe.example',
  },
  social: { LinkedIn: 'https://www.linkedin.com/company/zoe', X: '', Facebook: '', Instagram: '' },
  icon: { ground: '#102030', ring: '#405060', point: '#708090' },
};
/** Names in the code that visitors never read: of packages, of an element, and of version tags. */
const CODE_NAMES =
  /@corvane\/|corvane-page|name="corvane:(host|marketing|portal)"|corvane:(host|marketing|portal)\b/g;

test('a site built with another brand shows no trace of ours @deep', async () => {
  test.setTimeout(15 * 60_000);
  const copy = await copyOfSources([
    'host',
    'marketing',
    'portal',
    'supabase',
    'e2e/package.json',
    'e2e/node_modules',
  ]);
  const brandFile = path.join(copy, 'shared/src/brand/brand.ts');
  const useBrand = (brand: unknown) =>
    writeFile(brandFile, `export const BRAND = ${JSON.stringify(brand)};\n`);
  const build = (app: string) =>
    runIn(copy, `import { buildApp } from './tools/build/build-app.ts'; await buildApp('${app}');`);

  await test.step('an invalid brand is refused before anything is built', async () => {
    for (const [change, message] of [
      [{ name: 'x'.repeat(200) }, 'name must have at most 40 characters'],
      [{ legalName: '<script>alert(1)</script>' }, 'legalName must not contain markup'],
    ] as const) {
      await useBrand({ ...OTHER, ...change });
      expect(() => build('host')).toThrow(`shared/src/brand/brand.ts: ${message}`);
    }
  });

  await test.step('the pictures for link previews must be drawn again', async () => {
    await useBrand(OTHER);
    expect(() => build('marketing')).toThrow();
    const { status, stderr } = spawnSync(process.execPath, ['marketing/social-cards/make-cards.ts'], {
      cwd: copy,
      env: { ...process.env, CHROMIUM_PATH: findBrowser(process.env) },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });

  const site = await mkdtemp(path.join(tmpdir(), 'corvane-brand-'));
  runIn(
    copy,
    `import { buildApp } from './tools/build/build-app.ts';
    import { openSite } from './release/change/open-site.ts';
    const builds = [];
    for (const app of ['host', 'marketing', 'portal']) builds.push(await buildApp(app));
    await openSite(${JSON.stringify(site)}).release(builds, {
      isTested: false,
      site: { siteUrl: 'https://www.zoe.example', apiUrl: '', publishableKey: 'key' },
    });`,
  );

  await test.step('no page, script, stylesheet or icon contains our brand', async () => {
    const files = (await readdir(site, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(html|js|css|json|svg|webmanifest|xml|txt)$/.test(entry.name),
    );
    expect(files.filter(({ name }) => name.endsWith('.html')).length).toBeGreaterThan(15);
    const traces: string[] = [];
    for (const { parentPath, name } of files) {
      const text = (await readFile(path.join(parentPath, name), 'utf8')).replaceAll(CODE_NAMES, '');
      const trace = new RegExp(`.{0,60}(${BRAND.name}|${BRAND.icon.point}">).{0,40}`, 'i').exec(text)?.[0];
      if (trace !== undefined) traces.push(`${name}: ${trace}`);
    }
    expect(traces).toEqual([]);
  });

  await test.step('every place escapes the brand', async () => {
    const [about = ''] = await pagesNamed(site, 'about.html');
    const escaped = "Zoë's &quot;Data&quot; &amp; Söhne";
    expect(about).toContain(`<title>About ${escaped}</title>`);
    expect(about).toContain(`<meta property="og:site_name" content="${escaped}">`);
    expect(about).toContain('href="https://www.linkedin.com/company/zoe"');
    // React puts a comment between two texts.
    expect(about.replaceAll('<!-- -->', '')).toMatch(/© \d{4} .*GmbH/);
    const linked = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(about)?.[1] ?? '{}',
    );
    expect(linked['@graph'][0]).toMatchObject({ name: OTHER.name, legalName: OTHER.legalName });
    const [manifest = '{}'] = await pagesNamed(site, 'manifest.webmanifest');
    expect(JSON.parse(manifest)).toMatchObject({ name: OTHER.name, description: OTHER.description });
  });

  await test.step('mails have the new sender and brand', async () => {
    const mails = runIn(
      copy,
      `import { BRAND } from './shared/src/brand/brand.ts';
      import { mailSender } from './supabase/functions/api/mail/mail.ts';
      import { verificationMail } from './supabase/functions/api/mail/verification-mail.ts';
      import { openingMail } from './supabase/functions/api/mail/opening-mail.ts';
      import { contactConfirmationMail } from './supabase/functions/api/mail/contact-confirmation-mail.ts';
      const rep = { name: 'Dana', email: 'dana@zoe.example' };
      const siteUrl = 'https://www.zoe.example';
      const customer = { id: 'c', name: 'Ada', email: 'ada@engine.example', company: 'Engines' };
      console.log(JSON.stringify([
        mailSender(BRAND),
        verificationMail({ to: 'ada@engine.example', name: 'Ada', code: '123456', rep, siteUrl }),
        openingMail({ customer, rep, openedAt: new Date(), siteUrl }),
        contactConfirmationMail({ id: 'r', email: 'ada@engine.example', project_type: 'demo' }, { siteUrl, contactNotifyTo: BRAND.mail.teamAddress }),
      ]));`,
    );
    expect(mails).not.toMatch(new RegExp(BRAND.name, 'i'));
    const [sender, ...sent] = JSON.parse(mails);
    expect(sender).toBe(String.raw`"Zoë's \"Data\", Söhne" <no-reply@zoe.example>`);
    for (const mail of sent) {
      expect(`${mail.subject} ${mail.text}`).toContain(OTHER.name);
      expect(mail.html).not.toContain('"Data"');
    }
  });
});

/** The texts of all files with this name, the live ones first. */
async function pagesNamed(site: string, name: string): Promise<string[]> {
  const files = (await readdir(site, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name === name,
  );
  return Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')));
}
