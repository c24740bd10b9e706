import { today } from '../../kernel/clock.ts';
import type { ConvertibleDocument } from '../../model/convertible/document.ts';
import { lacksRate } from '../../model/exchange-rate.ts';
import type { Conversion } from './input.ts';

/**
 * What determines the reads for the invoice that a proforma or delivery note is converted into: client, lines (for products), and
 * currency, date and exchange rate.
 */
export function conversionTerms(source: ConvertibleDocument, request: Pick<Conversion, 'issueDate' | 'overrideFields'> = {}) {
  const { overrideFields: stated } = request;
  const currency = stated?.currency ?? source.currency;
  const hasRate = currency === source.currency && !lacksRate(source);
  return {
    clientId: source.clientId,
    lines: source.lines,
    currency,
    issueDate: request.issueDate ?? today(),
    exchangeRate: stated?.exchangeRate ?? (hasRate ? source.exchangeRate : null),
  };
}
