import { expect, test } from 'vitest';
import { namedSecrets, reasonsOf } from './named-secrets.ts';

test('a document names secrets as variables, as files, and as lines of another service', () => {
  const document = `Set \`NEW_API_KEY\` and \`OTHER_PASSWORD\`, then:
\`\`\`bash backend
production/secret.sh make webhook-secret
for name in one-secret two-password; do
  production/secret.sh renew "$name"
done
cat "$KEYS/some.key" "$TLS/privkey.pem" "$TLS/fullchain.pem" "$KEYS/settings-of-$machine.sh"
\`\`\`
dns_other_secret = x
`;
  expect([...namedSecrets(document)].sort()).toEqual([
    'NEW_API_KEY',
    'OTHER_PASSWORD',
    'dns_other_secret',
    'one-secret',
    'privkey.pem',
    'some.key',
    'two-password',
    'webhook-secret',
  ]);
});

test('settings, commands and folders are no secrets', () => {
  const document =
    'Load `KEYS` and `SMTP_HOST`, keep `$KEYS/backend`, then `run release signing-key marketing`.';
  expect([...namedSecrets(document)]).toEqual([]);
});

test('the reasons of a table are found below its headings, and nothing without it', () => {
  const table = '| Secret | Why not |\n| --- | --- |\n| `A_KEY`, `B_KEY` | not ours |\n\n| `C_KEY` | no |\n';
  expect([...reasonsOf(table, ['Secret', 'Why not'])]).toEqual([
    ['A_KEY', 'not ours'],
    ['B_KEY', 'not ours'],
  ]);
  expect(reasonsOf('', ['Secret', 'Why not']).size).toBe(0);
});
