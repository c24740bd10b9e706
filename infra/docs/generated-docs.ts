import type { EndpointEntry } from '../catalogue.ts';
import { emailTemplateDocument } from './email-template-table.ts';
import { errorDocument } from './error-table.ts';
import { licenceDocument } from '../packages/licences.ts';
import { ownPackages } from '../packages/lock.ts';
import { permissionDocument } from './permission-table.ts';
import { settingsDocument } from './settings-table.ts';

/** The pages of docs/ that are made from the code, by file name. */
export const generatedDocs = (endpoints: readonly EndpointEntry[]): Record<string, string> => ({
  'email-templates.md': emailTemplateDocument(),
  'errors.md': errorDocument(),
  'licences.md': licenceDocument(ownPackages()),
  'permissions.md': permissionDocument(endpoints),
  'settings.md': settingsDocument(),
});
