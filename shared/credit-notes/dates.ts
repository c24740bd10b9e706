import { today } from '../kernel/clock.ts';
import type { Invoice } from '../model/invoice.ts';

/** Rule 3 of interface.md §as credit note. */
export function checkDates(
  { issueDate, dueDate }: Invoice,
  parent: Invoice,
  fault: (field: string, message: string) => void,
): void {
  if (issueDate > today()) fault('issueDate', 'must not be in the future');
  if (issueDate < parent.issueDate) fault('issueDate', `must not be before ${parent.issueDate}, that of the credited invoice`);
  if (dueDate !== null && dueDate < issueDate) fault('dueDate', 'must not be before issueDate');
}
