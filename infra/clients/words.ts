/** Names of the document in the forms of other languages. */

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `deliveryNotes` and `delivery-notes` become `DeliveryNotes`. */
export const pascal = (name: string): string => wordsOf(name).map(capital).join('');

/** `delivery-notes` becomes `deliveryNotes`. */
export const camel = (name: string): string => {
  const joined = pascal(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
};

/** `deliveryNotes` and `delivery-notes` become `delivery_notes`. */
export const snake = (name: string): string => wordsOf(name).join('_').toLowerCase();

/** The text as one line. */
export const oneLine = (text: unknown): string => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '');
