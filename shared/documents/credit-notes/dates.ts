import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice } from '#shared/model/invoice.ts';

/** Reports dates that break CRN-9. Pure. */
export function checkDates(
  { issueDate, dueDate }: Invoice,
  parent: Invoice,
  report: (field: string, message: string) => void,
): void {
  if (issueDate > today()) report('issueDate', 'must not be in the future');
  if (issueDate < parent.issueDate)
    report('issueDate', `must not be before ${parent.issueDate}, the issue date of the credited invoice`);
  if (dueDate !== null && dueDate < issueDate) report('dueDate', 'must not be before issueDate');
}
