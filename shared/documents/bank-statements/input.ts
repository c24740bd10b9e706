import * as z from 'zod';

/** The most characters of a statement; a body has at most 1 MB (REQ-3). */
const MOST_CHARACTERS = 1_000_000;

export const statementBody = z
  .object({
    statement: z
      .string()
      .min(1, 'must not be empty')
      .max(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters: split the file, such as into one for each week`),
  })
  .meta({ id: 'BankStatementInput' });
