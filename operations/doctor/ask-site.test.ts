import { expect, test } from 'vitest';
import { endpointOf } from './ask-site.ts';

test.each([
  ['https://www.corvane.example', null, 'www.corvane.example', 443],
  ['http://www.corvane.example', null, 'www.corvane.example', 80],
  // A URL forgets the port that is usual for its scheme.
  ['http://www.corvane.example', '192.0.2.10:80', '192.0.2.10', 80],
  ['https://www.corvane.example', '192.0.2.10:443', '192.0.2.10', 443],
  ['https://www.corvane.example', '[2001:db8::1]:80', '2001:db8::1', 80],
])('%s at %s is asked at %s, port %i', (origin, connectTo, host, port) => {
  expect(endpointOf({ origin, connectTo })).toEqual({ host, port, servername: 'www.corvane.example' });
});

test('a machine without a port is refused', () => {
  expect(() => endpointOf({ origin: 'https://www.corvane.example', connectTo: '192.0.2.10' })).toThrow(
    '--connect must be <host>:<port>, not "192.0.2.10"',
  );
});
