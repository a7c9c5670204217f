/* What the chart library draws, and the tables that come with it. Loads with `sales-charts.tsx`. */

export { FiguresTable, YEARLY_COLUMNS } from './figures-table.tsx';
export { GroupBars } from './group-bars.tsx';
export { StepBars } from './step-bars.tsx';
