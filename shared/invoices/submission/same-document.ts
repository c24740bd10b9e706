import { SignatureError } from '../../einvoice/signature/verdict.ts';

/**
 * Whether two XML files have the same content: equal text, or equal canonical XML, since the authority may write a document again. A
 * file that cannot be parsed is equal to no other.
 */
export async function isSameDocument(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  if (trimmed(a) === trimmed(b)) return true;
  // A large module, and most documents are returned as they were sent.
  const { isSame } = await import('../../einvoice/signature/content.ts');
  try {
    return isSame(a, b);
  } catch (error) {
    if (error instanceof SignatureError) return false;
    throw error;
  }
}

// Only white space at the ends of a file may differ.
const trimmed = (xml: Uint8Array): string => Buffer.from(xml).toString().trim();
