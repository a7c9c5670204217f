import type { Statement, StatementLine } from '@corvane/shared/contracts/backend/statements/statements';
import { counted } from '@corvane/shared/lib/counted';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatDollars } from '@corvane/shared/lib/money';
import { formatMonth } from '@corvane/shared/lib/months';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { StatusMark, type StatusShape } from '../../../ui/facts/status-mark.tsx';
import { type Column, RowName } from '../../../ui/tables/data-table.tsx';
import { csvOf } from '../../../ui/tables/export-button.tsx';

const STATUS_WORDS: Record<Statement['status'], { label: string; shape: StatusShape; tone: string }> = {
  draft: { label: 'Draft', shape: 'ring', tone: 'text-muted' },
  approved: { label: 'Approved', shape: 'half', tone: 'text-teal' },
  paid: { label: 'Paid', shape: 'dot', tone: 'text-success' },
};

export const KIND_WORDS: Record<StatementLine['kind'], string> = {
  final: 'Became final',
  clawback: 'Clawed back',
  correction: 'Correction',
};

const figure = (
  head: string,
  centsOf: (statement: Statement) => number,
  className = '',
): Column<Statement> => ({
  id: head,
  head,
  phoneLabel: head,
  align: 'right',
  className: `tabular leading-5 whitespace-nowrap ${className}`,
  cell: (statement) => <SignedCents cents={centsOf(statement)} />,
  csv: [[`${head} (USD)`, (statement) => formatDollars(centsOf(statement)), 'exact']],
});

const FIGURES = [
  figure('Earned', ({ earnedCents }) => earnedCents),
  figure('Became final', ({ finalCents }) => finalCents),
  figure('Clawed back', ({ clawedBackCents }) => clawedBackCents),
  figure('Corrections', ({ correctionCents }) => correctionCents),
  figure('To pay', ({ payCents }) => payCents, 'font-medium'),
  figure('Carried over', ({ carriedCents }) => carriedCents),
];

/** @param open follows the number of questions without an answer */
const status = (open: string): Column<Statement> => ({
  id: 'status',
  head: 'Status',
  className: 'col-span-2',
  cell: ({ status, questionCount, openQuestionCount }) => {
    const { label, ...look } = STATUS_WORDS[status];
    return (
      <>
        <StatusMark {...look}>{label}</StatusMark>
        {questionCount === 0 ? null : (
          <span className="block leading-5 text-muted">
            {openQuestionCount === 0
              ? `${counted(questionCount, 'question')}, answered`
              : `${counted(openQuestionCount, 'question')} ${open}`}
          </span>
        )}
      </>
    );
  },
  csv: [
    ['Status', ({ status }) => STATUS_WORDS[status].label],
    ['Approved at', ({ approvedAt }) => approvedAt],
    ['Approved by', ({ approvedBy }) => approvedBy],
    ['Paid at', ({ paidAt }) => paidAt],
    ['Paid by', ({ paidBy }) => paidBy],
  ],
});

/** The representatives of a month. */
export const STATEMENT_COLUMNS: readonly Column<Statement>[] = [
  {
    id: 'name',
    head: 'Representative',
    opens: true,
    cell: (statement) => (
      <RowName
        detail={statement.isDisabled ? <span className="block leading-5 text-muted">Disabled</span> : null}
      >
        {statement.name}
      </RowName>
    ),
    csv: [
      ['Month', ({ month }) => month],
      ['Representative', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Representative ID', ({ repId }) => repId],
    ],
  },
  ...FIGURES,
  status('to answer'),
];

/** The months of a representative. */
export const OWN_COLUMNS: readonly Column<Statement>[] = [
  {
    id: 'month',
    head: 'Month',
    opens: true,
    cell: ({ month }) => <RowName detail={null}>{formatMonth(month)}</RowName>,
  },
  ...FIGURES,
  status('not answered yet'),
];

/** The file for payroll. */
export const STATEMENTS_CSV = csvOf(STATEMENT_COLUMNS);

/** The lines of a statement. */
export const LINE_COLUMNS: readonly Column<StatementLine>[] = [
  {
    id: 'customer',
    head: 'Sale',
    opens: true,
    cell: ({ customer, productName }) => (
      <RowName detail={<span className="block leading-5 text-muted">{productName ?? 'Deleted sale'}</span>}>
        {customer ?? 'Unknown Customer'}
      </RowName>
    ),
  },
  {
    id: 'day',
    head: 'Sold on',
    phoneLabel: 'Sold on',
    className: 'tabular whitespace-nowrap',
    cell: ({ saleDate }) => <time dateTime={saleDate}>{formatDay(saleDate)}</time>,
  },
  {
    id: 'kind',
    head: 'Counts as',
    phoneLabel: 'Counts as',
    className: 'whitespace-nowrap',
    cell: ({ kind }) => <span>{KIND_WORDS[kind]}</span>,
  },
  {
    id: 'cents',
    head: 'Commission',
    phoneLabel: 'Commission',
    align: 'right',
    className: 'tabular font-medium',
    cell: ({ cents }) => <SignedCents cents={cents} />,
  },
  {
    id: 'question',
    head: 'Question',
    className: 'lg:max-w-80',
    cell: ({ question, answer }) =>
      question === null ? null : (
        <span className="block w-full">
          <span className="block wrap-anywhere">{question}</span>
          <span className="block text-muted wrap-anywhere">
            {answer === null ? <span key="open">Not answered yet</span> : <span key="answer">{answer}</span>}
          </span>
        </span>
      ),
  },
];
