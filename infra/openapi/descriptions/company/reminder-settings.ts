import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const types: Record<string, string> = {
  payment_reminder: 'Text of reminders up to the due date',
  overdue_reminder: 'Text of reminders after the due date',
  final_notice: 'Text of the last reminder after the due date',
};

const templates = (absent: string): FieldDescriptions =>
  Object.fromEntries(
    Object.entries(types).flatMap(([type, what]) => [
      [`templates.${type}`, `${what}; ${absent}`],
      [`templates.${type}.subject`, 'Its subject, up to 255 characters; null: the built-in one.'],
      [
        `templates.${type}.body`,
        'Its text, up to 20,000 characters, with the variables of mail templates; null: the built-in one.',
      ],
    ]),
  );

const fields: FieldDescriptions = {
  enabled:
    "Whether reminders are sent. By default false. True: 403 with reason `sender_not_verified` while the caller's own email is not confirmed.",
  offsets:
    'Days on which invoices are reminded of, relative to the due date: -30 to 180, at most 10, negative before it. By default -3, 0, 7, 14 and 30.',
  sendTime: 'Time of the day in Bucharest at which they are sent, such as `09:00`, the default.',
  attachPdf: 'Whether the PDF is attached. By default true.',
  minBalance: 'Least balance that is reminded of, in the currency of the invoice. By default 0.01.',
  language: 'Language of the mails; null (the default): that of the invoice.',
  templates: 'Texts in place of the built-in ones.',
  excludedClientIds: 'Ids of clients that are not reminded. By default none.',
  internalNotices:
    'Whether members get a daily mail about invoices that fall due, and warnings about the tax authority. By default true.',
};

export const reminderSettings: AreaDescriptions = {
  operations: {
    'reminder-settings-get': `When clients are reminded of unpaid invoices. A reminder is sent for issued invoices of the company, not for credit notes,
self-billed invoices, and those that a credit note refers to. An invoice gets at most one a day; one that was missed is sent up to two days
later.`,
    'reminder-settings-update': `Changes the fields that are sent; null sets the default, and \`templates\` is replaced as a whole. Reminders that are switched on or moved
are sent today still, at once if the time has passed. 422 for a client that the company does not have.`,
  },
  schemas: {
    ReminderSettings: {
      description: 'When clients are reminded of unpaid invoices, and by which texts.',
      fields: { ...fields, ...templates('absent: the built-in one.') },
    },
    ReminderSettingsChange: {
      description: 'Settings to change.',
      fields: { ...fields, ...templates('absent or null: the built-in one.') },
    },
  },
};
