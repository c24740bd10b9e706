import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { settingsBody } from '#shared/documents/reminders/input.ts';
import { presentSettings } from '#shared/documents/reminders/present.ts';
import { readForChange, saveSettings } from '#shared/documents/reminders/save-settings.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/reminder-settings',
    summary: "Change the settings of the company's payment reminders",
    auth: 'company',
    permission: 'settings.manage',
    body: settingsBody,
    confirmedEmail: body => body.enabled === true,
    responses: { 200: () => import('#shared/documents/reminders/schema.ts').then(schema => schema.settingsSchema) },
    errors: [422],
    read: ({ company, body }) => readForChange(company, body),
    present: presentSettings,
  },
  ({ companyId, loaded, body, commit }) => saveSettings(companyId, loaded, body, commit),
);
