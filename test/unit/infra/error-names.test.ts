import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { stateMachineFiles } from '../../../infra/stage/state-machines.ts';
import { matchedErrors } from '../../support/source/matched-errors.ts';

interface ErrorClass {
  file: string;
  name: string;
  base: string;
  body: string;
}

/** Every class of shared/ and functions/ that extends another, with its text up to the next line that closes a block of the module. */
const CLASSES = globSync('{shared,functions}/**/*.ts').flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:export )?(?:abstract )?class (\w+) extends (\w+)(?: \{\}$|[^]*?^\})/gm)].map(
    ([body, name = '', base = '']): ErrorClass => ({ file, name, base, body }),
  ),
);

const isError = (base: string): boolean =>
  /^(\w*Error)$/.test(base) || CLASSES.some(one => one.name === base && isError(one.base));

describe('names of errors', () => {
  const errors = CLASSES.filter(({ base }) => isError(base));

  it('are found: those that state machines match among them', () => {
    expect(errors.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['TaxauthAnswerLost', 'TaxauthRateLimited', 'AskIn2Hours', 'Problem']),
    );
  });

  it('are literal, since a bundle shortens the names of classes, and logs and state machines distinguish errors by their `name`', () => {
    const own = (one: ErrorClass): boolean => /\bname(: string)? = '\w+'/.test(one.body);
    const inherited = ({ base }: ErrorClass): boolean => errors.some(one => one.name === base && (own(one) || inherited(one)));
    const unnamed = errors.filter(({ body }) => !/^(export )?abstract /.test(body)).filter(one => !own(one) && !inherited(one));
    expect(unnamed.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
    expect(errors.filter(({ body }) => /constructor\.name|new\.target\.name/.test(body))).toEqual([]);
  });

  it('are those of their classes where a state machine matches them', async () => {
    const { background } = await loadCatalogue();
    for (const { error } of matchedErrors(await stateMachineFiles(), background)) {
      expect(errors.find(({ name }) => name === error)?.body).toContain(`name = '${error}'`);
    }
  });
});
