import * as z from 'zod';
import { LOCAL_SETTINGS, STAGE_SETTINGS } from '../shared/settings/settings.ts';
import { SECRET_NAMES, SECRETS } from '../shared/settings/secret-names.ts';
import { table } from './markdown-table.ts';

/** docs/settings.md: every setting, from its schema (shared/settings/settings.ts). */

interface Property {
  description: string;
  enum?: string[];
  format?: string;
  pattern?: string;
}

const valuesOf = ({ enum: values, format, pattern }: Property): string => {
  if (values) return values.map(value => `\`${value}\``).join(', ');
  if (format) return format === 'uri' ? 'address' : format;
  return pattern ? 'whole number' : 'text';
};

function settingsTable(settings: Record<string, () => z.ZodType>): string {
  const schema = z.strictObject(Object.fromEntries(Object.entries(settings).map(([name, schemaOf]) => [name, schemaOf()])));
  const { properties } = z.toJSONSchema(schema, { io: 'input' }) as unknown as { properties: Record<string, Property> };
  const defaults = schema.parse({});
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    valuesOf(property),
    defaults[name] === undefined ? '' : `\`${String(defaults[name])}\``,
    property.description,
  ]);
  return table(['Setting', 'Values', 'Default', 'What it does'], rows);
}

/** The whole document. */
export const settingsDocument = (): string => `# Settings

Made by \`npm run docs\` from \`shared/settings/settings.ts\`; a test keeps it so.

## Of a stage

Texts under \`settings\` of a stage in \`cdk.json\`, given to all functions. An unknown name or a value that does not fit fails
\`npm run synth\`. A setting without a default that is not set switches off what it configures, unless its row says otherwise.

${settingsTable(STAGE_SETTINGS)}

## Secrets

What outside services know this service by. They stand in no file: each is a \`SecureString\` of SSM Parameter Store, named after the stage, which only the functions that
need it may read. A new value counts within five minutes. The key is the one that AWS manages for parameters.

\`\`\`sh
aws ssm put-parameter --type SecureString --name /invoicing/<stage>/secrets/<secret> --value "$(cat)" --overwrite
\`\`\`

\`$(cat)\` takes the value from the terminal, so that the history of the shell does not keep it: paste it, then Enter and Ctrl+D.

${table(
  ['Secret', 'Needed with', 'What it is'],
  SECRET_NAMES.map(name => [`\`${name}\``, `\`${SECRETS[name].neededWith}\``, SECRETS[name].description]),
)}

## Of the local runtime

Environment variables of \`npm start\`, beside those of a stage that it sets itself.

${settingsTable(LOCAL_SETTINGS)}
`;
