import type { PersonCustomer } from '@corvane/shared/contracts/backend/people/people';
import { customerCorrectionSchema } from '@corvane/shared/contracts/backend/people/person-change';
import { CorrectDialog } from './correct-dialog.tsx';

interface CorrectCustomerProps {
  repId: string;
  customer: PersonCustomer;
  onClose(): void;
}

export function CorrectCustomer({ repId, customer, onClose }: CorrectCustomerProps) {
  const { id, name, company } = customer;
  return (
    <CorrectDialog
      repId={repId}
      title="Correct the customer"
      stored={{ name, company }}
      labels={{ name: 'Name', company: 'Company' }}
      schema={customerCorrectionSchema}
      correctionOf={(before, after) => ({ kind: 'customer', id, before, after })}
      onClose={onClose}
    />
  );
}
