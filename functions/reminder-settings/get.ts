import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentSettings } from '#shared/documents/reminders/present.ts';
import { readSettings } from '#shared/documents/reminders/settings.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reminder-settings',
    summary: "Get the settings of the company's payment reminders",
    auth: 'company',
    permission: 'settings.view',
    responses: { 200: () => import('#shared/documents/reminders/schema.ts').then(schema => schema.settingsSchema) },
    read: ({ company }) => readSettings(company),
    present: presentSettings,
  },
  ({ loaded }) => loaded,
);
