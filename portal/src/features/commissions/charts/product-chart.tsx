import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { barOf } from './bar-datum.ts';
import { ChartFigure, DrawingPlace } from './chart-figure.tsx';
import type * as Drawings from './drawings.ts';
import { DRAWN_AT_MOST, foldedProducts } from './folded-products.ts';
import { groupBarsPx } from './group-bars-px.ts';

const TITLE = 'Sales by product';

interface ProductChartProps extends Pick<SalesDashboard, 'byProduct'> {
  /** null while they load. */
  drawings: typeof Drawings | null;
}

/** As high for one product as for many, so that its place is known before its figures. */
export function ProductChart({ byProduct, drawings }: ProductChartProps) {
  const rows = byProduct.map((sums) => ({ ...sums, label: sums.productName }));
  return (
    <ChartFigure
      title={TITLE}
      unit="Sales value, US dollars"
      table={drawings && <drawings.FiguresTable caption={TITLE} head="Product" rows={rows} />}
    >
      <DrawingPlace heightPx={groupBarsPx(DRAWN_AT_MOST)}>
        {drawings && (
          <drawings.GroupBars
            title={TITLE}
            bars={foldedProducts(byProduct).map((sums) => barOf(sums.label, sums, 'sales'))}
          />
        )}
      </DrawingPlace>
    </ChartFigure>
  );
}
