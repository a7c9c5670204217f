// @vitest-environment happy-dom
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { mount } from '../../../testing/mount.tsx';
import QrCode, { pathOf } from './qr-code.tsx';

test('adjacent dark modules of a row form one rectangle', () => {
  expect(pathOf([[true, true, false, true], [], [false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h1v1h-1z');
});

test('the drawing is exactly the QR code of the text, with a quiet zone of four modules', async () => {
  const text = 'https://corvane.example/comparison?access=a_b-c';
  const mounted = await mount(<QrCode text={text} label="QR code of the access link" />);
  const svg = mounted.container.querySelector('svg');
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  expect(svg?.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  expect(svg?.getAttribute('aria-label')).toBe('QR code of the access link');
  expect(svg?.querySelector('path')?.getAttribute('d')).toBe(pathOf(data));
  expect(
    data
      .slice(0, 4)
      .flat()
      .every((dark) => !dark),
  ).toBe(true);
});
