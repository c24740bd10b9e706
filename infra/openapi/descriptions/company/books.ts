import type { AreaDescriptions } from '../model.ts';

const uuid = 'Id of the company.';

/** Of the area of companies: the closed period and the VAT status by day. */
const RULE = {
  use: 'What the account is used for.',
  account: 'Account of the chart, with analytic parts behind dots, such as `707` or `4111.00012`.',
  kind: 'Only for lines with goods, or with a service.',
  vatRate: 'Only for this VAT rate in percent.',
  partnerId: 'Only for this client or supplier.',
  productId: 'Only for this product.',
  method: 'Only for payments by this method.',
  currency: 'Only for documents and payments in this currency.',
};

export const BOOKS = {
  operations: {
    'companies-period-lock': {
      description: 'The last closed day of the books, and who changed it, when and why.',
      parameters: { uuid },
    },
    'companies-set-period-lock': {
      description: `Closes the books until a day that has ended, or opens days again, which needs a \`reason\`. In closed days nothing is issued, cancelled, paid under VAT
on collection or booked otherwise (422, reason \`period_closed\`). An invoice of an open day for a supply of a closed month, what the tax authority
delivers late, and purchases entered late, count in the first open month, as corrections.`,
      parameters: { uuid },
    },
  },
  schemas: {
    AccountRuleInput: { description: 'An account, and the conditions on which it is used.', fields: RULE },
    AccountRule: { description: 'An account, and the conditions on which it is used.', fields: RULE },
    VatPeriodInput: {
      description: 'A period of one VAT status.',
      fields: {
        from: 'First day.',
        to: 'Last day; null: it lasts.',
        registered: 'Whether the company is registered for VAT.',
        onCollection: 'Whether it applies VAT on collection. By default false.',
      },
    },
    PeriodLockInput: {
      description: 'The period to close.',
      fields: {
        closedUntil: 'The last closed day, usually that of a month; null opens everything.',
        reason: 'Why days are opened again; needed for an earlier day, and for null.',
      },
    },
    PeriodLock: {
      description: 'The closed period, and its last 50 changes.',
      fields: {
        closedUntil: 'The last closed day; null: nothing is closed.',
        firstOpenDay: 'The day after it.',
        changes: 'The last 50 changes, newest first.',
        'changes.at': 'When.',
        'changes.by': 'Who.',
        'changes.from': '`closedUntil` before.',
        'changes.to': '`closedUntil` after.',
        'changes.reason': 'Why.',
      },
    },
  },
} satisfies AreaDescriptions;
