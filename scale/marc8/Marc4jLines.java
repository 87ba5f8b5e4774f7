import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.marc4j.MarcPermissiveStreamReader;
import org.marc4j.MarcReader;
import org.marc4j.MarcStreamReader;
import org.marc4j.MarcTranslatedReader;
import org.marc4j.marc.ControlField;
import org.marc4j.marc.DataField;
import org.marc4j.marc.Record;
import org.marc4j.marc.Subfield;
import org.marc4j.marc.VariableField;

/**
 * Prints marc4j's reading of a file in MARC-8, or as `permissive` of a damaged file in any charset: one line per field
 * (tag, indicators, code, value, code, value, … separated by tabs), an empty line after each record. A tab or a line
 * break in data is `\t`, `\n`, a backslash `\\`. A line `!` marks a failure.
 */
public class Marc4jLines {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        try (InputStream in = new FileInputStream(args[0])) {
            // The permissive reader guesses the intended text and would hide what was written.
            MarcReader reader = args.length > 1
                ? new MarcPermissiveStreamReader(in, true, true)
                : new MarcTranslatedReader(new MarcStreamReader(in, "ISO-8859-1"), true);
            for (int faults = 0; faults < 1000; ) {
                Record record;
                try {
                    if (!reader.hasNext()) break;
                    record = reader.next();
                } catch (RuntimeException error) {
                    if (args.length == 1) throw error;
                    // It may resynchronise at the next record.
                    out.print("!\n\n");
                    faults++;
                    continue;
                }
                for (VariableField field : record.getVariableFields()) {
                    out.print(field.getTag());
                    if (field instanceof ControlField) {
                        out.print("\t\t\t" + escaped(((ControlField) field).getData()));
                    } else {
                        DataField data = (DataField) field;
                        out.print("\t" + data.getIndicator1() + data.getIndicator2());
                        for (Subfield subfield : data.getSubfields())
                            out.print("\t" + subfield.getCode() + "\t" + escaped(subfield.getData()));
                    }
                    out.print("\n");
                }
                out.print("\n");
            }
        }
        out.flush();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    }
}
