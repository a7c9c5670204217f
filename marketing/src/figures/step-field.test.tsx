import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DATA_REFINEMENT } from '../content/data-refinement/data-refinement.ts';
import { StepField } from './step-field.tsx';

test('a ring marks the one dot that the last pass leaves, and no dot before', () => {
  const rings = DATA_REFINEMENT.steps.items.map((_, pass) =>
    renderToStaticMarkup(<StepField pass={pass} />).includes('<circle'),
  );
  expect(rings).toEqual([false, false, false, false, true]);
});
