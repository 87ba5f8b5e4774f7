import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.plugins.Plugin;

/**
 * One node of OpenSearch in this process, so that a test can kill it: `OpenSearchNode HOME NAME=VALUE...`, settings as in
 * opensearch.yml. Prints `ready` when it accepts calls, and ends with its standard input.
 */
public class OpenSearchNode {
  /** Modules of a plain OpenSearch, by their names in versions 2 and 3. */
  private static final List<String> MODULES =
      List.of(
          "org.opensearch.analysis.common.CommonAnalysisPlugin",
          "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
          "org.opensearch.index.reindex.ReindexPlugin",
          "org.opensearch.index.reindex.ReindexModulePlugin",
          "org.opensearch.transport.Netty4Plugin",
          "org.opensearch.transport.Netty4ModulePlugin");

  public static void main(String[] given) throws Exception {
    Settings.Builder settings = Settings.builder().put("path.home", given[0]);
    for (int i = 1; i < given.length; i++) {
      String[] pair = given[i].split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    for (String name : MODULES) {
      try {
        plugins.add(Class.forName(name).asSubclass(Plugin.class));
      } catch (ClassNotFoundException absent) {
        // The other version's name.
      }
    }
    var environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), Path.of(given[0], "config"), () -> "node");
    var node = new OpenSearchRunnerNode(environment, plugins);
    node.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // The parent process holds the other end.
    }
    node.close();
    System.exit(0);
  }
}
