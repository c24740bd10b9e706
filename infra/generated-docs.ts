import type { EndpointEntry } from './catalogue.ts';
import { permissionDocument } from './permission-table.ts';
import { settingsDocument } from './settings-table.ts';

/** The pages of docs/ that are made from the code, by file name. */
export const generatedDocs = (endpoints: readonly EndpointEntry[]): Record<string, string> => ({
  'permissions.md': permissionDocument(endpoints),
  'settings.md': settingsDocument(),
});
