import { grownModules } from '@corvane/tools/checks/page-weight/module-growth';
import { type PageWeight, weighPage } from '@corvane/tools/checks/page-weight/page-weight';
import { expect, test } from '@playwright/test';
import { PAGE_BUDGET, TIGHTER } from '../budgets.ts';
import recorded from '../module-sizes.json' with { type: 'json' };
import { publicPages } from '../pages.ts';
import { stack } from '../stack.ts';

for (const { path } of await publicPages()) {
  test(`${path} stays within its budget`, async () => {
    const { weight, modules, duplicates } = await weighPage(stack.siteRoot, path);
    const budget: PageWeight = { ...PAGE_BUDGET, ...TIGHTER[path] };
    const exceeded = Object.entries(weight).filter(
      ([kind, value]) => value > budget[kind as keyof PageWeight],
    );
    const grown = grownModules(modules, recorded).join('\n');
    expect(
      exceeded,
      `${path} is too heavy. What grew since its modules were recorded:\n${grown}\nWhat comes twice: ${duplicates.join(', ')}`,
    ).toEqual([]);
    expect(weight.scriptBytes).toBeGreaterThan(0);
    expect(weight.fontBytes).toBeGreaterThan(0);
  });
}
