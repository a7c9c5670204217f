import { useHostServices } from '../../../app/host-services-context.tsx';
import { ExportButton } from '../../../ui/tables/export-button.tsx';
import { allSales } from '../commissions.queries.ts';
import type { SalesView } from '../sales-search.ts';
import { CSV_HEAD, csvLines } from './sales-csv.ts';

interface SalesExportButtonProps {
  view: SalesView;
  /** How many sales match the filter. Undefined while the number is unknown. */
  allCount: number | undefined;
  isShown: boolean;
}

/** Exports exactly the filtered sales in their order. */
export function SalesExportButton({ view, allCount, isShown }: SalesExportButtonProps) {
  const { api } = useHostServices();
  return (
    <ExportButton
      source={{
        pages: (signal) => allSales(api, view, signal),
        head: CSV_HEAD,
        linesOf: csvLines,
        fileName: fileName(view),
        noun: 'sale',
        failure: 'Failed to export your sales',
      }}
      allCount={allCount}
      isShown={isShown}
    />
  );
}

function fileName({ filter }: SalesView): string {
  const range = [filter.from, filter.to].filter((day) => day !== null).join('-to-');
  return range === '' ? 'sales.csv' : `sales-${range}.csv`;
}
