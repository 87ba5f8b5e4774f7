<?xml version="1.0" encoding="UTF-8"?>
<!-- What the questions of the benchmark look at, and no more. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:z="http://indexdata.com/zebra-2.0"
                xmlns:m="http://www.loc.gov/MARC21/slim" version="1.0">
  <xsl:output method="xml" encoding="UTF-8"/>
  <xsl:template match="text()"/>
  <xsl:template match="m:record">
    <z:record z:id="{m:controlfield[@tag='001']}" z:type="update">
      <z:index name="created:s"><xsl:value-of select="substring(m:controlfield[@tag='008'], 1, 6)"/></z:index>
      <z:index name="language:0"><xsl:value-of select="substring(m:controlfield[@tag='008'], 36, 3)"/></z:index>
      <xsl:for-each select="m:datafield[@tag='020']/m:subfield[@code='a']">
        <z:index name="isbn:0"><xsl:value-of select="."/></z:index>
      </xsl:for-each>
      <xsl:for-each select="m:datafield[@tag='655']/m:subfield[@code='a']">
        <z:index name="genre:0"><xsl:value-of select="."/></z:index>
      </xsl:for-each>
      <xsl:for-each select="m:datafield[@tag='521']/m:subfield[@code='a']">
        <z:index name="audience:0"><xsl:value-of select="."/></z:index>
      </xsl:for-each>
      <xsl:for-each select="m:datafield[@tag &gt;= 100 and @tag &lt; 800 or @tag = 830 or @tag = 880]">
        <z:index name="any:w">
          <xsl:for-each select="m:subfield"><xsl:value-of select="."/><xsl:text> </xsl:text></xsl:for-each>
        </z:index>
      </xsl:for-each>
    </z:record>
  </xsl:template>
</xsl:stylesheet>
