export type Operator = '+' | '−' | '×' | '÷';
export type Key = Operator | '=' | 'C' | '±' | '%' | '.' | '⌫' | `${number}`;

export interface Calculation {
  /** As typed. */
  entry: string;
  /** Left of the operator. */
  left: string | null;
  operator: Operator | null;
  /** The line above: the sum that led to the entry. */
  line: string;
  /** The next digit starts a new number. */
  fresh: boolean;
}

export const emptyCalculation: Calculation = { entry: '0', left: null, operator: null, line: '', fresh: true };
const maxDigits = 12;
export const errorText = 'Error';

/** Rounded to twelve digits, so that 0.1 + 0.2 is 0.3. */
export function compute(left: string, operator: Operator, right: string): string {
  const [a, b] = [Number(left), Number(right)];
  const result = { '+': a + b, '−': a - b, '×': a * b, '÷': a / b }[operator];
  return Number.isFinite(result) ? String(Number(result.toPrecision(maxDigits))) : errorText;
}

/** A number with thousands separated. */
export function readable(text: string): string {
  if (!/^-?\d+(\.\d*)?$/.test(text)) return text;
  const [whole = '', ...rest] = text.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}

const isOperator = (key: Key): key is Operator => key === '+' || key === '−' || key === '×' || key === '÷';

/** The state after a key. */
export function pressKey(state: Calculation, key: Key): Calculation {
  const { entry, left, operator, fresh } = state;
  if (key === 'C' || entry === errorText) return key === 'C' || !/^\d$/.test(key) ? emptyCalculation : typed(key);
  if (/^\d$/.test(key)) {
    if (fresh) return { ...state, entry: key, fresh: false, line: operator ? state.line : '' };
    if (entry.replace(/\D/g, '').length >= maxDigits) return state;
    return { ...state, entry: entry === '0' ? key : entry + key };
  }
  if (key === '.') {
    if (fresh) return { ...state, entry: '0.', fresh: false };
    return entry.includes('.') ? state : { ...state, entry: `${entry}.` };
  }
  if (key === '⌫') {
    if (fresh) return state;
    const shorter = entry.slice(0, -1);
    return { ...state, entry: shorter === '' || shorter === '-' ? '0' : shorter };
  }
  if (key === '±') return { ...state, entry: entry.startsWith('-') ? entry.slice(1) : negative(entry) };
  if (key === '%') return { ...state, entry: compute(entry, '÷', '100'), fresh: true };
  if (isOperator(key)) {
    const value = left !== null && operator && !fresh ? compute(left, operator, entry) : entry;
    if (value === errorText) return { ...emptyCalculation, entry: value };
    return { entry: value, left: value, operator: key, line: `${readable(value)} ${key}`, fresh: true };
  }
  if (left === null || !operator) return { ...state, fresh: true };
  const line = `${readable(left)} ${operator} ${readable(entry)}`;
  return { entry: compute(left, operator, entry), left: null, operator: null, line, fresh: true };
}

const typed = (digit: string): Calculation => ({ ...emptyCalculation, entry: digit, fresh: false });
const negative = (entry: string) => (Number(entry) === 0 ? entry : `-${entry}`);
