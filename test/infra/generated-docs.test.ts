import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { generatedDocs } from '../../infra/docs/generated-docs.ts';

const { endpoints } = await loadCatalogue();

describe('pages of docs/ that are generated from the code', () => {
  it.each(Object.entries(generatedDocs(endpoints)))('%s is up to date: otherwise run `npm run docs`', (name, text) => {
    expect(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')).toBe(text);
  });
});
