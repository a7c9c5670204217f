import { sampleOf } from '@corvane/tools/machine/sample';
import { publicPages } from '../../site/pages.ts';
import { expect, test, WIDTHS_PX } from '../engine-test.ts';

for (const { path } of sampleOf('pages of engines', await publicPages(), 5)) {
  test(`${path} answers, fits the window, and each control can be clicked in its middle`, async ({
    visitor,
  }) => {
    await visitor.open(path);
    const hindrances: Record<number, string[]> = {};
    for (const width of WIDTHS_PX) {
      await visitor.resize(width);
      const found = await visitor.hindrances();
      if (found.length > 0) hindrances[width] = found;
    }
    expect(hindrances).toEqual({});
  });
}
