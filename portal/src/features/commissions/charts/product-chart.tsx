import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { barOf } from './bar-parts.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { FiguresTable } from './figures-table.tsx';
import { foldedProducts } from './folded-products.ts';
import { GroupBars } from './group-bars.tsx';

const TITLE = 'Sales by product';

export function ProductChart({ byProduct }: Pick<SalesDashboard, 'byProduct'>) {
  const rows = byProduct.map((sums) => ({ ...sums, label: sums.productName }));
  return (
    <ChartFigure
      title={TITLE}
      unit="Sales value, US dollars"
      table={<FiguresTable caption={TITLE} head="Product" rows={rows} />}
    >
      <GroupBars
        title={TITLE}
        bars={foldedProducts(byProduct).map((sums) => barOf(sums.label, sums, 'sales'))}
      />
    </ChartFigure>
  );
}
