import { FooterLine, type FooterLineProps } from './footer-line.tsx';

/** The footer below a tool: only the last line. */
export function ShortFooter({ host, hasPage, year, versions }: FooterLineProps) {
  return (
    <footer className="border-t border-line print:hidden" data-testid="host:footer">
      <div className="mx-auto max-w-page px-4 py-2 md:px-6">
        <FooterLine host={host} hasPage={hasPage} year={year} versions={versions} />
      </div>
    </footer>
  );
}
