// Questions: the criteria of each question as fields, beside the questions as JSON.
// In: the questions as JSON text. Out: the same text with what was changed. The text is the one truth; the fields write into it.

import { useId } from 'preact/hooks';
import { Problem, readJson, TextArea } from '../parts.tsx';

export function QuestionForms({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const { value, problem } = readJson(text);
  const questions = isRecord(value) ? value : {};
  const set = (id: string, option: string, phrases: string): void => {
    const question = questions[id] as Record<string, unknown>;
    const { criteria } = question;
    const changed = Array.isArray(criteria)
      ? criteria.map((level, at) => (String(at) === option ? phrases : level))
      : { ...(criteria as object), [option]: phrases };
    onChange(JSON.stringify({ ...questions, [id]: { ...question, criteria: changed } }, null, 2));
  };
  return (
    <>
      {Object.entries(questions).map(([id, question]) => (
        <fieldset key={id}>
          <legend>
            {id} <small>{isRecord(question) ? String(question['type'] ?? '') : ''}</small>
          </legend>
          {isRecord(question) && <p>{instructionsOf(question)}</p>}
          {optionsOf(question).map(([option, phrases]) => (
            <Phrases
              key={option}
              id={id}
              option={option}
              phrases={phrases}
              onChange={(changed) => set(id, option, changed)}
            />
          ))}
        </fieldset>
      ))}
      <details>
        <summary>As JSON</summary>
        <TextArea label="Questions" value={text} onChange={onChange} rows={12} isCode />
      </details>
      <Problem text={problem} />
    </>
  );
}

interface PhrasesProps {
  readonly id: string;
  readonly option: string;
  readonly phrases: unknown;
  readonly onChange: (text: string) => void;
}

function Phrases({ id, option, phrases, onChange }: PhrasesProps) {
  const field = useId();
  return (
    <div class="phrases">
      <label for={field}>
        <span class="hidden">{id} </span>
        {option}
      </label>
      {typeof phrases === 'string' ? (
        <input id={field} value={phrases} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          id={field}
          value={JSON.stringify(phrases)}
          readOnly
          title="More than phrases in a text: change it as JSON."
        />
      )}
    </div>
  );
}

function optionsOf(question: unknown): [string, unknown][] {
  const criteria = isRecord(question) ? question['criteria'] : null;
  return typeof criteria === 'object' && criteria !== null ? Object.entries(criteria) : [];
}

function instructionsOf({ instructions }: Record<string, unknown>): string {
  if (typeof instructions === 'string') return instructions;
  return isRecord(instructions) && typeof instructions['question'] === 'string' ? instructions['question'] : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
