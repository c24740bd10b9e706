import { PAGE_FIELDS } from '../../common.ts';
import type { AreaDescriptions } from '../../model.ts';

/** Exchange differences; a part of the area `reports`. */

const DIFFERENCE = {
  documentId: 'Id of the document; null for one of an opening balance.',
  role: 'Whether it is a sale or a purchase.',
  number: 'Number of the document.',
  currency: 'Currency of the document by ISO 4217.',
  kind: 'A payment, a credit by another document, or the revaluation at the end of the month.',
  paymentId: 'Id of the payment; null otherwise.',
  creditId: 'Id of the document that credits; null otherwise.',
};

export const exchangeDifferences: AreaDescriptions = {
  operations: {
    'reports-exchange-differences': {
      description: `The differences that payments, credits and the revaluation at the end of the month bring in lei, of sales and purchases in other currencies: income
(account 765) or expense (665). A document stands in the books at its own rate in the month of its issue, later at the rate of the end of the month before. Advances
without a document are not revalued. What has no rate is in \`leftOut\`. Sums are of the whole month.`,
      parameters: {
        period: 'The month, `YYYY-MM`, within the last 60; by default the current one.',
        format: '`csv` for a file with a line for each difference.',
        decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
      },
    },
  },
  schemas: {
    ExchangeDifferences: {
      description: 'The exchange differences of a month.',
      fields: {
        ...PAGE_FIELDS,
        data: 'Differences by date, without those of 0.',
        period: 'The month.',
        revaluationDate:
          'The day of publication of the rates at which open amounts are revalued: the last banking day of the month. Null while the month has not ended, or without these rates.',
        totals: 'Sums of the month by account and kind.',
        'totals.account': 'Account of the general chart: 765 income, 665 expense.',
        'totals.kind': 'Kind of the differences.',
        'totals.total': 'Sum in lei, positive.',
        leftOut: 'What has no figure, at most the first 100.',
        ...Object.fromEntries(Object.entries(DIFFERENCE).map(([name, said]) => [`leftOut.${name}`, said])),
        'leftOut.reason':
          '`no_rate`: a rate is missing; `settled_before_document`: it is an advance, as the document was issued later.',
        leftOutCount: 'Number of all that has no figure.',
      },
    },
    ExchangeDifference: {
      description: 'A difference that a payment, a credit or the revaluation of a document brings.',
      fields: {
        ...DIFFERENCE,
        partner: 'The client of a sale, the supplier of a purchase.',
        'partner.id': 'Id of its record; null without one.',
        'partner.name': 'Its name.',
        date: 'The day of the payment or credit; the last day of the month.',
        amount: 'The amount in the currency of the document; negative for what is paid or owed back.',
        bookRate: 'The rate at which it stood in the books.',
        rate: 'The rate with which that is compared.',
        rateDate: 'The day on which it was published; null for the rate of a document.',
        difference: 'In lei: positive income, negative expense.',
        account: 'Account of the general chart: 765 income, 665 expense.',
      },
    },
  },
};
