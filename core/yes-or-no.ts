/** What spreadsheets write for a checkbox, by language, and what people write in its place. */
const words: Record<"yes" | "no", string> = {
  yes: `1 true yes on wahr ja vrai oui verdadero sí si sì verdadeiro sim waar vero prawda tak pravda ano
    sand sant sann tosi kyllä igaz igen doğru evet
    истина да правда так はい صواب صحيح نعم`,
  no: `0 false no off falsch nein faux non falso não nao onwaar nee fałsz nie nepravda ne
    falsk falskt usann nej nei epätosi ei hamis nem
    yanlış yanliş hayır hayir ложь нет неправда ні いいえ خطأ لا`,
};

const answers = new Map(
  (["yes", "no"] as const).flatMap((answer) =>
    words[answer].split(/\s+/).map((word) => [word, answer === "yes"] as const),
  ),
);

/** Yes or no in the words of many languages, in any case; undefined for other words. */
export function readYesOrNo(written: string): boolean | undefined {
  return answers.get(written.trim().normalize("NFC").toLowerCase());
}
