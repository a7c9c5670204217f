import type {
  OpenMonths,
  Statement,
  StatementLine,
} from '@corvane/shared/contracts/backend/statements/statements';
import { saleId } from '../sales-fixtures.ts';

export const [DANA, OMAR] = [saleId(71), saleId(72)];

/** A draft of Dana's for September, of $100 that became final. */
export function statement(changed: Partial<Statement> = {}): Statement {
  return {
    repId: DANA,
    name: 'Dana',
    email: 'dana@corvane.example',
    isDisabled: false,
    month: '2026-09',
    status: 'draft',
    earnedCents: 25_000,
    finalCents: 10_000,
    clawedBackCents: -3_000,
    correctionCents: 500,
    payCents: 7_500,
    carriedBeforeCents: 5_000,
    carriedCents: 20_000,
    approvedAt: null,
    approvedBy: null,
    paidAt: null,
    paidBy: null,
    questionCount: 0,
    openQuestionCount: 0,
    ...changed,
  };
}

/** What is to approve of the same draft. */
export function openMonths(changed: Partial<OpenMonths> = {}): OpenMonths {
  return { repId: DANA, since: '2026-09', payCents: 7_500, carriedCents: 20_000, ...changed };
}

export function line(changed: Partial<StatementLine> = {}): StatementLine {
  return {
    saleId: saleId(1),
    saleDate: '2026-08-10',
    kind: 'final',
    cents: 10_000,
    productName: 'Moonshot',
    customer: 'Ana Diaz',
    question: null,
    askedAt: null,
    answer: null,
    answeredAt: null,
    ...changed,
  };
}

export const APPROVED = { status: 'approved', approvedAt: '2026-10-02T08:00:00Z' } as const;

export const page = (rows: unknown[], further: object = {}) => ({
  rows,
  hasMore: false,
  nextAfter: null,
  ...further,
});
